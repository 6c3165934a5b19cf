"""Responses to requests of the studio that cannot be done."""

from typing import Final

from starlette.responses import JSONResponse, PlainTextResponse, Response

_REFUSED: Final = 422


def refusal(message: str, hint: str) -> Response:
    """Return a response with a message and a hint, as the page shows them."""
    return JSONResponse({"message": message, "hint": hint}, _REFUSED)


def not_found() -> Response:
    """Return the response for an address that does not exist."""
    return PlainTextResponse("not found\n", 404)
