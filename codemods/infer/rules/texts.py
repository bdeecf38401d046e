"""gensim and nltk."""

from __future__ import annotations

from codemods.infer.calls import Call
from codemods.infer.frames import ARRAY
from codemods.infer.rules import FUNCTIONS, ITEMS, attributes, functions, methods
from codemods.infer.values import FLOAT, INT, STR, dict_of, list_of, one, tuple_of
from codemods.types import UNKNOWN, Instance, Types

MODELS = "gensim.models.Word2Vec gensim.models.Doc2Vec gensim.models.FastText"
VECTORS = "gensim.models.KeyedVectors"
VECTOR = one(ARRAY, ndim="1")
SIMILAR = list_of(tuple_of(STR, FLOAT))


def item(own: Instance, shape: str) -> Types:
    return VECTOR if shape == "one" else one(ARRAY, ndim="2") if shape == "many" else UNKNOWN


def loaded(call: Call) -> Types:
    """A class's own `load`: an instance of it."""
    owner = call.own
    name = getattr(owner, "name", None)
    return one(name) if isinstance(name, str) else UNKNOWN


def register() -> None:
    attributes(MODELS, "wv", one(VECTORS))
    attributes("gensim.models.Doc2Vec", "docvecs dv", one(VECTORS))
    methods(f"{MODELS} {VECTORS}", "most_similar similar_by_word similar_by_vector wmdistance_", SIMILAR)
    methods(f"{MODELS} {VECTORS}", "word_vec get_vector infer_vector", VECTOR)
    methods(f"{MODELS} {VECTORS}", "doesnt_match", STR)
    methods(f"{MODELS} {VECTORS}", "load load_word2vec_format", loaded)
    attributes(f"{MODELS} {VECTORS}", "vocab", dict_of(STR, one("gensim.models.keyedvectors.Vocab")))
    attributes(f"{MODELS} {VECTORS}", "index2word index_to_key index2entity", list_of(STR))
    attributes(f"{MODELS} {VECTORS}", "key_to_index", dict_of(STR, INT))
    attributes(f"{MODELS} {VECTORS}", "vectors syn0 vectors_norm syn0norm", one(ARRAY, ndim="2"))
    attributes(f"{MODELS} {VECTORS}", "vector_size corpus_count epochs iter", INT)
    for name in (*MODELS.split(), VECTORS):
        ITEMS[name] = item
    methods("gensim.corpora.Dictionary", "doc2bow", list_of(tuple_of(INT, INT)))
    methods("gensim.corpora.Dictionary", "load", one("gensim.corpora.Dictionary"))
    attributes("gensim.corpora.Dictionary", "token2id", dict_of(STR, INT))
    attributes("gensim.corpora.Dictionary", "id2token", dict_of(INT, STR))
    methods(
        "gensim.models.LdaModel gensim.models.LdaMulticore gensim.models.LsiModel", "print_topics", list_of(tuple_of(INT, STR))
    )
    ITEMS["gensim.models.phrases.Phraser"] = lambda own, shape: list_of(STR)
    ITEMS["gensim.models.phrases.FrozenPhrases"] = lambda own, shape: list_of(STR)
    FUNCTIONS["gensim.utils.simple_preprocess"] = list_of(STR)
    functions("nltk", "word_tokenize wordpunct_tokenize sent_tokenize", list_of(STR))
    functions("nltk.tokenize", "word_tokenize wordpunct_tokenize sent_tokenize", list_of(STR))
    functions("nltk", "pos_tag", list_of(tuple_of(STR, STR)))
    methods(
        "nltk.stem.PorterStemmer nltk.stem.WordNetLemmatizer nltk.stem.SnowballStemmer nltk.PorterStemmer nltk.WordNetLemmatizer",
        "stem lemmatize",
        STR,
    )
    FUNCTIONS["nltk.corpus.stopwords.words"] = list_of(STR)
