"""Responses to requests of the studio that cannot be done."""

from typing import Final

from starlette.responses import JSONResponse, PlainTextResponse, Response

from punchboard.problem import Problem

_REFUSED: Final = 422


def refusal(message: str, hint: str) -> Response:
    """Return a response with a message and a hint, as the page shows them."""
    return JSONResponse({"message": message, "hint": hint}, _REFUSED)


def refused_problem(problem: Problem) -> Response:
    """Return a response with the message and hint of a problem, and its place if neither names the file."""
    file = problem.place.file
    if file and file not in problem.message + problem.hint:
        return refusal(problem.message, f"{problem.hint} ({problem.place})".strip())
    return refusal(problem.message, problem.hint)


def not_found() -> Response:
    """Return the response for an address that does not exist."""
    return PlainTextResponse("not found\n", 404)
