"""keras, tensorflow, torch."""

from __future__ import annotations

from codemods.infer.calls import Call
from codemods.infer.frames import ARRAY
from codemods.infer.rules import CONSTRUCTORS, FUNCTIONS, ITEMS, ITERATION, KEYED, attributes, functions, methods
from codemods.infer.rules.aliases import PUBLIC
from codemods.infer.values import INT, STR, dict_of, list_of, one, tuple_of
from codemods.types import UNKNOWN, Instance, ListOf, TupleOf, Types

MODEL = "keras.Model"
TENSOR = one("tensorflow.Tensor")
TORCH = one("torch.Tensor")
PAIR = tuple_of(TORCH, TORCH)
INT_LIKE = {"builtins.int", "numpy.int64"}


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


def extreme(call: Call) -> Types:
    """torch.max: of a whole tensor, of two tensors, or along a dimension the values and where they are."""
    second = call.arg(0 if isinstance(call.own, Instance) else 1, "dim")
    if second is None:
        return TORCH if not call.arguments.open_ended else UNKNOWN
    return TORCH if second == TORCH else PAIR if second and all(k in INT_LIKE for k in names(second)) else UNKNOWN


def names(types: Types) -> set[str]:
    return {kind.name if isinstance(kind, Instance) else "" for kind in types}


def sequential(call: Call) -> Types:
    """The modules of a Sequential can be had by their place."""
    return frozenset({Instance("torch.nn.Sequential", (), (("modules", tuple_of(*call.arguments.positional)),))})


def module_at(own: Instance, key: str | int) -> Types | None:
    kind = next(iter(own.part("modules") or ()), None)
    items = kind.items if isinstance(kind, TupleOf) else ()
    return items[key] if isinstance(key, int) and -len(items) <= key < len(items) else None


def loader(call: Call) -> Types:
    """A DataLoader gives batches of what its data set gives."""
    return frozenset({Instance("torch.utils.data.DataLoader", (), (("dataset", call.arg(0, "dataset") or UNKNOWN),))})


def batches(own: Instance) -> Types:
    """Of data sets whose items are tensors, lists of tensors; of others, it is theirs to say."""
    given = names(own.part("dataset") or UNKNOWN)
    plain = given and all(n == "torch.utils.data.TensorDataset" or n.startswith("torchvision.datasets.") for n in given)
    return list_of(TORCH) if plain else UNKNOWN


def register() -> None:
    history = one("keras.callbacks.History")
    methods(MODEL, "fit fit_generator", history)
    methods(MODEL, "predict predict_classes predict_proba predict_generator predict_on_batch", one(ARRAY))
    methods(MODEL, "get_weights", list_of(one(ARRAY)))
    methods(MODEL, "to_json to_yaml", STR)
    methods(MODEL, "get_config", dict_of(STR, UNKNOWN))
    methods(MODEL, "summary compile add", frozenset())
    layer = one("keras.Layer")
    attributes(MODEL, "layers", list_of(layer))
    methods(MODEL, "get_layer", layer)
    attributes("keras.Layer keras.layers.Layer", "input output", TENSOR)
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
        functions(module, "load_img array_to_img", one("PIL.Image.Image"))
    found = one("keras.preprocessing.image.DirectoryIterator")
    methods("keras.preprocessing.image.ImageDataGenerator", "flow_from_directory", found)
    attributes("keras.preprocessing.image.DirectoryIterator", "class_indices", dict_of(STR, INT))
    attributes("keras.preprocessing.image.DirectoryIterator", "classes", one(ARRAY, ndim="1"))
    attributes("keras.preprocessing.image.DirectoryIterator", "filenames", list_of(STR))
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
    functions("torch", "max min median mode", extreme)
    methods("torch.Tensor", "max min median mode", extreme)
    functions("torch", "sort topk kthvalue", PAIR)
    methods("torch.Tensor", "sort topk kthvalue", PAIR)
    CONSTRUCTORS["torch.nn.Sequential"] = sequential
    KEYED["torch.nn.Sequential"] = module_at
    CONSTRUCTORS["torch.utils.data.DataLoader"] = loader
    ITERATION["torch.utils.data.DataLoader"] = batches
    for name in ("MNIST", "FashionMNIST", "KMNIST", "EMNIST"):
        attributes(f"torchvision.datasets.{name}", "train_data test_data train_labels test_labels data targets", TORCH)
