"""The options of asking a model. Nothing heavy: the main command imports it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from migrator.errors import BadOption

if TYPE_CHECKING:
    from migrator.asking import Asking

LlmUrl = Annotated[
    str | None,
    typer.Option("--llm-url", metavar="URL", help="Ask the model server at this address (up to /v1) for what remains."),
]
LlmModel = Annotated[str, typer.Option("--llm-model", metavar="NAME", help="The model; the first that is served if not given.")]
LlmTimeout = Annotated[float, typer.Option("--llm-timeout", metavar="SECONDS", help="For one answer.")]
LlmContext = Annotated[int, typer.Option("--llm-context", metavar="TOKENS", help="The model's context length.")]
LlmRequests = Annotated[
    int, typer.Option("--llm-requests", metavar="N", help="Requests to the server at once, from all notebooks of a batch.")
]
LlmVerdicts = Annotated[
    bool, typer.Option("--llm-verdicts", help="Also ask the model whether its edit changes what is computed: then it is refused.")
]
MaxCalls = Annotated[int, typer.Option("--max-calls", metavar="N", help="Calls to the model, for each notebook.")]
MaxTokens = Annotated[int, typer.Option("--max-tokens", metavar="N", help="Tokens, for each notebook.")]
MaxModelTime = Annotated[
    float | None, typer.Option("--max-model-time", metavar="SECONDS", help="Time at the model, for each notebook.")
]
MaxCost = Annotated[float | None, typer.Option("--max-cost", metavar="MONEY", help="What a notebook may cost.")]
GpuPrice = Annotated[float, typer.Option("--gpu-price", metavar="MONEY", help="Of a second, where the model is self-hosted.")]
TokenPrices = Annotated[
    str | None,
    typer.Option("--token-prices", metavar="IN,OUT", help="Of a million tokens read and written, where it is hosted."),
]
AllowSemantic = Annotated[
    bool,
    typer.Option(
        "--allow-semantic-changes",
        help="Let the model change models, parameters, features or data; shown as a change of meaning.",
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print what the model would be asked, and ask nothing.")]


def prices(text: str | None) -> tuple[float, float]:
    """Prices of a million tokens read and written.

    Raises:
        BadOption: they are none.
    """
    if text is None:
        return 0.0, 0.0
    try:
        read, written = (float(part) for part in text.split(","))
    except ValueError:
        raise BadOption(f"--token-prices {text}: expected two prices, for instance --token-prices 0.5,1.5") from None
    return read, written


def asking(
    url: str | None,
    model: str,
    timeout: float,
    context: int,
    verdicts: bool,
    *,
    requests: int,
    calls: int,
    tokens: int,
    seconds: float | None,
    cost: float | None,
    gpu_price: float,
    token_prices: str | None,
    semantic: bool,
    dry: bool,
) -> Asking:
    """What the options say. Raises BadOption."""
    if url is None and not dry:
        for given, option in ((model, "--llm-model"), (verdicts, "--llm-verdicts"), (semantic, "--allow-semantic-changes")):
            if given:
                raise BadOption(f"{option} needs --llm-url: no model is asked without one")
    for value, option in (
        (calls, "--max-calls"),
        (tokens, "--max-tokens"),
        (timeout, "--llm-timeout"),
        (context, "--llm-context"),
        (requests, "--llm-requests"),
    ):
        if value <= 0:
            raise BadOption(f"{option} {value:g}: expected more than 0")
    if url is not None and not url.startswith(("http://", "https://")):
        raise BadOption(f"--llm-url {url}: expected an address, for instance http://127.0.0.1:8000/v1")
    read, written = prices(token_prices)
    from llm.budget import Budget, Prices
    from llm.change import Permissions
    from llm.client import Connection
    from migrator.asking import Asking, key

    connection = None
    if url is not None and not dry:
        answer = min(2048, context // 4)
        connection = Connection(
            url, model, key(), timeout=timeout, in_flight=requests, context=context, answer=answer, verdicts=verdicts
        )
    return Asking(
        connection,
        Budget(calls, tokens, seconds, cost),
        Prices(gpu_price, read, written),
        Permissions(semantic=semantic),
        dry,
    )
