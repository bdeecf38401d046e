"""Word vectors since gensim 4: the model has no vectors itself, and the vocabulary is a plain dict.

    model["king"]                  →  model.wv["king"]
    model.wv.vocab["king"].count   →  model.wv.get_vecattr("king", "count")
    model.wv.vocab["king"].index   →  model.wv.key_to_index["king"]
    "king" in model.wv.vocab       →  "king" in model.wv.key_to_index
    model[model.wv.vocab]          →  model.wv[list(model.wv.key_to_index)]
    model.wv.index2word            →  model.wv.index_to_key
    model.wv.word_vec(w, use_norm=True)  →  model.wv.get_vector(w, norm=True)

Removed in 4.0. See the project's "Migrating from Gensim 3.x to 4".
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import is_pure
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.uses import uses_of

_MODELS = ("gensim.models.Word2Vec", "gensim.models.FastText", "gensim.models.Doc2Vec")
_VECTORS = "gensim.models.KeyedVectors"
_HEAD = """
from gensim.models import Word2Vec
m = Word2Vec([["king", "man"], ["cat", "dog", "king"]], min_count=1, workers=1, seed=1)
"""
# Methods of the vectors that the model had, too.
_DELEGATED = [
    "most_similar",
    "similar_by_word",
    "similar_by_vector",
    "similarity",
    "n_similarity",
    "doesnt_match",
    "wmdistance",
    "word_vec",
    "most_similar_cosmul",
    "evaluate_word_pairs",
    "evaluate_word_analogies",
    "accuracy",
]
_ATTRIBUTES = {
    "index2word": "index_to_key",
    "index2entity": "index_to_key",
    "syn0": "vectors",
    "vocab": "key_to_index",
    "doctags": "key_to_index",
    "offset2doctag": "index_to_key",
}


def _of_model(node: ast.expr, context: Context) -> bool:
    return context.instance(node, *_MODELS) is not None


@fixer(
    "GS001",
    on=(
        *(f"attr {c}.{a}" for c in (*_MODELS, _VECTORS) for a in ("index2word", "index2entity", "syn0", "vocab")),
        *(f"attr {_VECTORS}.{a}" for a in ("doctags", "offset2doctag")),
    ),
    until="4.0",
    why="the vocabulary is key_to_index (word → row) and index_to_key",
    examples=(
        Example(
            _HEAD
            + """
words = list(m.wv.vocab)
n = m.wv.vocab["king"].count
top = m.wv.index2word[m.wv.vocab["king"].index]
has = "cat" in m.wv.vocab
size = m.wv.syn0.shape[0]
""",
            _HEAD
            + """
words = list(m.wv.key_to_index)
n = m.wv.get_vecattr("king", "count")
top = m.wv.index_to_key[m.wv.key_to_index["king"]]
has = "cat" in m.wv.key_to_index
size = m.wv.vectors.shape[0]
""",
            "n, top, has, size",
        ),
        Same(_HEAD + "for word, entry in m.wv.vocab.items():\n    print(word, entry)"),
        Same("class F:\n    vocab = {}\nf = F()\nprint(f.vocab)"),
    ),
)
def vocabulary(node: ast.Attribute, context: Context) -> Answer:
    wv = "{r}.wv" if _of_model(node.value, context) else "{r}"
    if node.attr != "vocab":
        return Fix((context.replace(node, f"{wv}.{_ATTRIBUTES[node.attr]}", r=node.value),))
    if not isinstance(node.ctx, ast.Load):
        return Decline("vocab can't be set since gensim 4")
    above = context.parent(node)
    if isinstance(above, ast.Subscript) and above.value is node:
        return _entry(node, above, wv, context)
    if isinstance(above, ast.Attribute):
        if above.attr != "keys":
            return Decline(
                "the values of vocab had count and index: write key_to_index for the index, get_vecattr(word, 'count') for the count"
            )
    elif isinstance(above, ast.Assign) and _entries_used(above.value, context):
        return Decline("the values of vocab had count and index: use key_to_index and get_vecattr(word, 'count')")
    if isinstance(above, ast.Subscript) and above.slice is node:
        return Fix((context.replace(node, f"list({wv}.key_to_index)", r=node.value),))
    return Fix((context.replace(node, f"{wv}.key_to_index", r=node.value),))


def _entry(node: ast.Attribute, entry: ast.Subscript, wv: str, context: Context) -> Answer:
    field = context.parent(entry)
    if isinstance(field, ast.Attribute) and field.value is entry and isinstance(field.ctx, ast.Load):
        if field.attr == "count":
            return Fix((context.replace(field, f'{wv}.get_vecattr({{w}}, "count")', r=node.value, w=entry.slice),))
        if field.attr == "index":
            return Fix((context.replace(field, f"{wv}.key_to_index[{{w}}]", r=node.value, w=entry.slice),))
        if field.attr == "sample_int":
            return Fix((context.replace(field, f'{wv}.get_vecattr({{w}}, "sample_int")', r=node.value, w=entry.slice),))
    return Decline("the entry of vocab had count and index: write get_vecattr(word, 'count') or key_to_index[word]")


def _entries_used(value: ast.expr, context: Context) -> bool:
    """Whether a name bound to vocab is used for more than its keys."""
    uses = uses_of(context)
    for load in uses.loads(value):
        above = uses.parents.get(load)
        if isinstance(above, ast.Attribute) and above.attr != "keys":
            return True
        if isinstance(above, ast.Subscript) and above.value is load:
            return True
    return not uses.loads(value)


@fixer(
    "GS002",
    on="node Subscript",
    library="gensim",
    until="4.0",
    why="the vectors are in model.wv",
    examples=(
        Example(
            _HEAD + 'v = m["king"]\nX = m[m.wv.vocab]',
            _HEAD + 'v = m.wv["king"]\nX = m.wv[list(m.wv.key_to_index)]',
            "v.shape, X.shape",
        ),
        Same(
            'import gensim\nd = gensim.corpora.Dictionary([["a"]])\nlda = gensim.models.LdaModel([], id2word=d)\nt = lda[[(0, 1)]]'
        ),
        Same('from gensim.models import KeyedVectors\nkv = KeyedVectors.load_word2vec_format("v.bin")\nv = kv["a"]'),
    ),
)
def item(node: ast.Subscript, context: Context) -> Answer:
    if context.instance(node.value, *_MODELS) is None:
        return None
    if context.instance(node.value, "gensim.models.Doc2Vec") is not None:
        return Decline("write model.wv[word] for the vector of a word, model.dv[tag] for that of a document")
    return Fix((context.replace(node.value, "{m}.wv", m=node.value),))


@fixer(
    "GS003",
    on="node Compare",
    library="gensim",
    until="4.0",
    why="the words are in model.wv",
    examples=(Example(_HEAD + 'ok = "king" in m', _HEAD + 'ok = "king" in m.wv', "ok"),),
)
def contained(node: ast.Compare, context: Context) -> Answer:
    if len(node.ops) != 1 or not isinstance(node.ops[0], ast.In | ast.NotIn):
        return None
    right = node.comparators[0]
    return Fix((context.replace(right, "{m}.wv", m=right),)) if _of_model(right, context) else None


@fixer(
    "GS004",
    on=tuple(f"call {m}.{n}" for m in _MODELS for n in _DELEGATED),
    library="gensim",
    until="4.0",
    why="the methods of the vectors are in model.wv",
    examples=(
        Example(
            _HEAD + 's = m.most_similar("king", topn=2)\nt = m.similarity("king", "cat")',
            _HEAD + 's = m.wv.most_similar("king", topn=2)\nt = m.wv.similarity("king", "cat")',
            "len(s)",
        ),
        Same(_HEAD + 's = m.wv.most_similar("king", topn=2)'),
    ),
)
def delegated(node: ast.Call, context: Context) -> Answer:
    assert isinstance(node.func, ast.Attribute)
    return Fix((context.replace(node.func.value, "{m}.wv", m=node.func.value),))


@fixer(
    "GS005",
    on=f"call {_VECTORS}.word_vec",
    library="gensim",
    until="4.0",
    why="word_vec is get_vector, and use_norm is norm",
    examples=(
        Example(
            _HEAD + 't = m.wv.most_similar("king")\nn = m.wv.word_vec("king", use_norm=True)',
            _HEAD + 't = m.wv.most_similar("king")\nn = m.wv.get_vector("king", norm=True)',
            "n.shape",
        ),
        Example(
            _HEAD + 't = m.wv.most_similar("king")\nn = m.wv.word_vec("king", True)',
            _HEAD + 't = m.wv.most_similar("king")\nn = m.wv.get_vector("king", True)',
            "n.shape",
        ),
        Same("""
            from gensim.models import Word2Vec
            m = Word2Vec([["king", "man"], ["cat", "dog", "king"]], min_count=1, workers=1, seed=1)
            v = m.wv.get_vector("king")
            class Lexicon:
                def word_vec(self, word):
                    return word
            w = Lexicon().word_vec("king")
            """),
    ),
)
def normed(node: ast.Call, context: Context) -> Answer:
    assert isinstance(node.func, ast.Attribute)
    rename = context.rename_attribute(node.func, "get_vector")
    if context.keyword(node, "use_norm") is None:
        return Fix((rename,))
    return Fix((rename, context.edit_call(node, rename={"use_norm": "norm"})))


@fixer(
    "GS006",
    on=tuple(f"call {c}.init_sims" for c in (*_MODELS, _VECTORS)),
    library="gensim",
    until="4.0",
    why="norms are computed when they are needed",
    examples=(
        Example(_HEAD + "m.init_sims()\nk = 1", _HEAD + "k = 1", "k"),
        Example(
            _HEAD + "m.init_sims(replace=True)\nv = m.wv['king']",
            _HEAD + "m.wv.unit_normalize_all()\nv = m.wv['king']",
            "round(float((v * v).sum()), 4)",
        ),
        Same("""
            from gensim.models import Word2Vec
            class Sim:
                def init_sims(self, replace=False):
                    return replace
            x = Sim().init_sims(replace=True)
            """),
    ),
)
def norms(node: ast.Call, context: Context) -> Answer:
    assert isinstance(node.func, ast.Attribute)
    given = context.keyword(node, "replace") or (node.args[0] if node.args else None)
    replaced = False if given is None else context.literal(given)
    statement = context.parent(node)
    if not isinstance(statement, ast.Expr) or not isinstance(replaced, bool):
        return Decline("init_sims is gone: leave it out, or write wv.unit_normalize_all() for replace=True")
    if not replaced:
        return Fix((context.replace_statement(statement, ""),))
    wv = "{m}.wv" if _of_model(node.func.value, context) else "{m}"
    return Fix((context.replace(node, f"{wv}.unit_normalize_all()", m=node.func.value),))


@fixer(
    "GS007",
    on="attr gensim.models.Doc2Vec.docvecs",
    library="gensim",
    until="4.0",
    why="docvecs is dv",
    examples=(
        Example(
            "from gensim.models import Doc2Vec\nm = Doc2Vec.load('d.model')\nv = m.docvecs[0]\ns = m.docvecs.most_similar(1)",
            "from gensim.models import Doc2Vec\nm = Doc2Vec.load('d.model')\nv = m.dv[0]\ns = m.dv.most_similar(1)",
            "v.shape, len(s)",
            setup="""
            from gensim.models.doc2vec import Doc2Vec, TaggedDocument
            texts = [TaggedDocument(["a", "b"], [i]) for i in range(5)]
            Doc2Vec(texts, vector_size=3, min_count=1, epochs=1).save("d.model")
            """,
        ),
        Same("""
            from gensim.models import Doc2Vec
            class Box:
                docvecs = [1]
            x = Box().docvecs[0]
            """),
    ),
)
def documents(node: ast.Attribute, context: Context) -> Answer:
    return Fix((context.rename_attribute(node, "dv"),))


@fixer(
    "GS008",
    on=tuple(f"attr {c}.{a}" for c in (*_MODELS, _VECTORS) for a in ("syn0norm", "vectors_norm")),
    library="gensim",
    until="4.0",
    why="the normalised vectors are computed by get_normed_vectors",
    examples=(
        Example(
            _HEAD + 't = m.wv.most_similar("king")\nv = m.wv.vectors_norm',
            _HEAD + 't = m.wv.most_similar("king")\nv = m.wv.get_normed_vectors()',
            "v.shape",
        ),
        Same("""
            from gensim.models import Word2Vec
            class Space:
                vectors_norm = [1]
            x = Space().vectors_norm
            """),
    ),
)
def normed_vectors(node: ast.Attribute, context: Context) -> Answer:
    wv = "{m}.wv" if _of_model(node.value, context) else "{m}"
    return Fix((context.replace(node, f"{wv}.get_normed_vectors()", m=node.value),))


@fixer(
    "GS009",
    on="static gensim.models.Word2Vec.load_word2vec_format",
    library="gensim",
    until="4.0",
    why="vectors without a model are KeyedVectors",
    examples=(
        Example(
            "import gensim\nm = gensim.models.Word2Vec.load_word2vec_format('v.bin', binary=True)\nv = m['a']",
            "import gensim\nm = gensim.models.KeyedVectors.load_word2vec_format('v.bin', binary=True)\nv = m['a']",
        ),
        Same("""
            import gensim
            m = gensim.models.KeyedVectors.load_word2vec_format("v.bin", binary=True)
            """),
    ),
)
def loaded(node: ast.Call, context: Context) -> Answer:
    assert isinstance(node.func, ast.Attribute)
    if isinstance(node.func.value, ast.Attribute):
        return Fix((context.rename_attribute(node.func.value, "KeyedVectors"),))
    return Fix((context.replace(node.func.value, "{@gensim.models.KeyedVectors}"),))


@fixer(
    "GS010",
    on=[f"call {m}.train" for m in _MODELS],
    library="gensim",
    until="3.0",
    why="train() must be told how much there is and how often to go through it",
    examples=(
        Example(
            _HEAD + 'm.train([["king", "man"]])\nn = len(m.wv.index2word)',
            _HEAD + 'm.train([["king", "man"]], total_examples=m.corpus_count, epochs=m.epochs)\nn = len(m.wv.index_to_key)',
        ),
        Same(_HEAD + 'm.train([["king", "man"]], total_examples=1, epochs=2)'),
    ),
)
def trained(call: ast.Call, context: Context) -> Answer:
    """What it took where nothing was said: the sentences of the vocabulary, as many epochs as the model has."""
    if len(call.args) > 1 or not isinstance(call.func, ast.Attribute):
        return None
    if any(k.arg in (None, "total_examples", "total_words", "epochs") for k in call.keywords):
        return None
    if not is_pure(call.func.value):
        return Decline("pass total_examples=model.corpus_count and epochs=model.epochs")
    add = {"total_examples": "{m}.corpus_count", "epochs": "{m}.epochs"}
    return Fix((context.edit_call(call, add=add, holes={"m": call.func.value}),))
