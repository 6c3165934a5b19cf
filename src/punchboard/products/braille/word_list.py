"""The list of all words for BRF: number, name and words of each component, by kind."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from punchboard.compose.text.phrases import phrase
from punchboard.products.braille.brf import Block, Paragraph
from punchboard.products.braille.labels import NUMBER_ONLY, Label
from punchboard.products.game.component_words import Words
from punchboard.products.game.composed_game import ComposedGame


def word_list(composed: ComposedGame, words: Sequence[Words], labels: Sequence[Label]) -> tuple[Block, ...]:
    """Return the list: first what is on the labels, then each component, below a heading for its kind."""
    return (_introduction(composed, words, labels), *_components(composed, words))


def _introduction(composed: ComposedGame, words: Sequence[Words], labels: Sequence[Label]) -> Block:
    phrases = composed.game.words
    labelled = {label.words.number for label in labels}
    lists = {
        "braille numbers": [label.words.number for label in labels if label.grade == NUMBER_ONLY],
        "braille none": [one.number for one in words if one.number not in labelled],
    }
    texts = [phrase(phrases, name, numbers=ranges(numbers)) for name, numbers in lists.items() if numbers]
    return (
        Paragraph(composed.game.title, is_heading=True),
        Paragraph(phrase(phrases, "words of all"), is_heading=True),
        *(Paragraph(text, first=2) for text in (phrase(phrases, "braille list"), *texts)),
    )


def _components(composed: ComposedGame, words: Sequence[Words]) -> Iterator[Block]:
    kind = ""
    for one in words:
        heading: Block = ()
        if one.component.kind != kind:
            kind = one.component.kind
            heading = (Paragraph(composed.game.kinds[kind].plural, is_heading=True),)
        name = Paragraph(f"{one.number} {one.name}", rest=4)
        yield (*heading, name, *(Paragraph(text, first=2, rest=2) for text in one.paragraphs))


def ranges(numbers: Sequence[int]) -> tuple[str, ...]:
    """Return rising numbers as text, three and more in a row as ``3-7``."""
    found: list[str] = []
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        row = [str(number) for _, number in group]
        found += row if len(row) < 3 else [f"{row[0]}-{row[-1]}"]
    return tuple(found)
