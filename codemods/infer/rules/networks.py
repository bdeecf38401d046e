"""keras, tensorflow, torch."""

from __future__ import annotations

from codemods.infer.calls import Call
from codemods.infer.frames import ARRAY
from codemods.infer.rules import CONSTRUCTORS, FUNCTIONS, ITEMS, ITERATION, attributes, functions, methods
from codemods.infer.rules.aliases import PUBLIC
from codemods.infer.values import INT, STR, dict_of, list_of, one, tuple_of
from codemods.types import UNKNOWN, ListOf, TupleOf, Types

MODEL = "keras.Model"
TENSOR = one("tensorflow.Tensor")
TORCH = one("torch.Tensor")


def run(call: Call) -> Types:
    """Session.run: an array, or for a list of them a list."""
    fetched = call.arg(0, "fetches") or UNKNOWN
    kind = next(iter(fetched)) if len(fetched) == 1 else None
    return list_of(UNKNOWN) if isinstance(kind, ListOf | TupleOf) else UNKNOWN


def itself(call: Call) -> Types:
    return frozenset({call.own}) if call.own is not None else UNKNOWN


def moved(call: Call) -> Types:
    """model.to(device), tensor.cuda(): of the same type."""
    return itself(call)


def register() -> None:
    history = one("keras.callbacks.History")
    methods(MODEL, "fit fit_generator", history)
    methods(MODEL, "predict predict_classes predict_proba predict_generator predict_on_batch", one(ARRAY))
    methods(MODEL, "get_weights", list_of(one(ARRAY)))
    methods(MODEL, "to_json to_yaml", STR)
    methods(MODEL, "get_config", dict_of(STR, UNKNOWN))
    methods(MODEL, "summary compile add", frozenset())
    attributes(MODEL, "layers", list_of(one("keras.Layer")))
    methods("keras.Layer keras.layers.Layer", "get_weights", list_of(one(ARRAY)))
    attributes(MODEL, "metrics_names", list_of(STR))
    attributes(MODEL, "history", history)
    attributes(MODEL, "optimizer", one("keras.optimizers.Optimizer"))
    attributes("keras.callbacks.History", "history", dict_of(STR, list_of(UNKNOWN)))
    attributes("keras.callbacks.History", "epoch", list_of(INT))
    for module in ("keras.models", "tensorflow.keras.models", "keras.saving"):
        functions(module, "load_model model_from_json model_from_yaml", one(MODEL))
    for module in ("keras.utils", "keras.utils.np_utils", "tensorflow.keras.utils"):
        functions(module, "to_categorical", one(ARRAY))
    for module in (
        "keras.preprocessing.sequence",
        "tensorflow.keras.preprocessing.sequence",
        "keras.utils",
        "tensorflow.keras.utils",
    ):
        functions(module, "pad_sequences", one(ARRAY, ndim="2"))
    for module in ("keras.preprocessing.image", "tensorflow.keras.preprocessing.image", "keras.utils"):
        functions(module, "img_to_array", one(ARRAY))
    arrays = tuple_of(one(ARRAY), one(ARRAY))
    for name in ("mnist", "fashion_mnist", "cifar10", "cifar100", "imdb", "reuters", "boston_housing"):
        for prefix in ("keras", "tensorflow.keras"):
            FUNCTIONS[f"{prefix}.datasets.{name}.load_data"] = tuple_of(arrays, arrays)
    methods("tensorflow.Session tensorflow.InteractiveSession tensorflow.compat.v1.Session", "run", run)
    attributes("tensorflow.Session tensorflow.InteractiveSession", "graph", one("tensorflow.Graph"))
    methods("tensorflow.Tensor", "numpy eval", UNKNOWN)
    methods("tensorflow.Tensor", "get_shape", one("tensorflow.TensorShape"))
    attributes("tensorflow.Tensor tensorflow.Variable", "name", STR)
    attributes("tensorflow.Tensor", "op", one("tensorflow.Operation"))
    attributes("tensorflow.Operation", "name type", STR)
    attributes("tensorflow.Tensor", "shape", one("tensorflow.TensorShape"))
    methods("tensorflow.TensorShape", "as_list", list_of(INT))
    methods("tensorflow.Graph", "get_operations", list_of(one("tensorflow.Operation")))
    methods("tensorflow.Graph", "get_tensor_by_name", TENSOR)
    methods("tensorflow.Graph", "get_operation_by_name", one("tensorflow.Operation"))
    functions("tensorflow", "get_default_graph", one("tensorflow.Graph"))
    functions(
        "tensorflow",
        "placeholder truncated_normal random_normal random_uniform zeros ones constant matmul add "
        "reduce_mean reduce_sum reduce_max equal cast argmax round sigmoid square exp log concat "
        "reshape transpose expand_dims squeeze stack where convert_to_tensor multiply subtract "
        "divide pow sqrt abs maximum minimum reduce_min tanh one_hot range linspace eye fill "
        "zeros_like ones_like pad tile gather",
        TENSOR,
    )
    functions(
        "tensorflow.nn",
        "relu sigmoid softmax tanh dropout conv2d max_pool bias_add l2_loss "
        "sigmoid_cross_entropy_with_logits softmax_cross_entropy_with_logits "
        "softmax_cross_entropy_with_logits_v2 sparse_softmax_cross_entropy_with_logits "
        "leaky_relu elu embedding_lookup log_softmax",
        TENSOR,
    )
    functions("tensorflow.layers", "dense conv2d max_pooling2d dropout flatten batch_normalization", TENSOR)
    functions("tensorflow", "global_variables_initializer initialize_all_variables group", one("tensorflow.Operation"))
    functions("tensorflow", "get_variable", one("tensorflow.Variable"))
    methods("tensorflow.train.Saver", "save", STR)
    for name in ("Adam", "GradientDescent", "RMSProp", "Momentum", "Adagrad"):
        methods(f"tensorflow.train.{name}Optimizer", "minimize apply_gradients", one("tensorflow.Operation"))
    _torch()


def _torch() -> None:
    functions(
        "torch",
        "tensor from_numpy zeros ones rand randn arange linspace eye empty full cat stack matmul mm sigmoid "
        "exp log sqrt abs sum mean where zeros_like ones_like randn_like rand_like unsqueeze squeeze "
        "Tensor FloatTensor LongTensor randint normal as_tensor flatten tanh relu softmax",
        TORCH,
    )
    functions(
        "torch.nn.functional",
        "relu sigmoid softmax log_softmax tanh dropout cross_entropy nll_loss mse_loss "
        "max_pool2d avg_pool2d binary_cross_entropy conv2d leaky_relu pad interpolate "
        "binary_cross_entropy_with_logits one_hot",
        TORCH,
    )
    methods(
        "torch.Tensor",
        "cuda cpu to float double int long half detach clone view reshape squeeze unsqueeze transpose "
        "permute contiguous t mean sum std exp log sqrt abs clamp pow add sub mul div mm matmul "
        "backward_ requires_grad_ flatten expand repeat eq ne lt gt type type_as argmax argmin topk_ "
        "sigmoid softmax relu tanh round zero_ normal_ uniform_ fill_ gather",
        TORCH,
    )
    methods("torch.Tensor", "numpy", one(ARRAY))
    methods("torch.Tensor", "tolist", UNKNOWN)
    methods("torch.Tensor", "item", UNKNOWN)
    methods("torch.Tensor", "size", lambda call: INT if call.arguments.positional else list_of(INT, "torch.Size"))
    attributes("torch.Tensor", "data grad T", TORCH)
    attributes("torch.Tensor", "shape", list_of(INT, "torch.Size"))
    ITEMS["torch.Tensor"] = lambda own, shape: TORCH
    ITERATION["torch.Tensor"] = lambda own: TORCH
    methods("torch.nn.Module", "cuda cpu to eval train float double half apply", moved)
    methods("torch.nn.Module", "parameters", list_of(one("torch.nn.Parameter"), "types.GeneratorType"))
    methods("torch.nn.Module", "state_dict", dict_of(STR, TORCH))
    methods("torch.nn.Module", "children modules", list_of(one("torch.nn.Module"), "types.GeneratorType"))
    for name in PUBLIC["torch"].split():
        if name.startswith("nn.") and name.rpartition(".")[2] not in (
            "Module",
            "Parameter",
            "LSTM",
            "GRU",
            "RNN",
            "ModuleList",
            "Sequential",
        ):
            methods(f"torch.{name}", "__call__", TORCH)
    methods("torch.nn.Sequential", "__call__", TORCH)
    FUNCTIONS["torch.autograd.Variable"] = TORCH
    CONSTRUCTORS["torch.autograd.Variable"] = lambda call: TORCH
    CONSTRUCTORS["torch.Tensor"] = lambda call: TORCH
    functions("torch", "max min", UNKNOWN)
