"""Model of the Braille tables of a language, files of the translator liblouis."""

from typing import Annotated

from pydantic import Field

from punchboard.model.values import Label, Model

TableName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]*$", max_length=80)]
"""The name of a table file of liblouis, without a folder."""


class BrailleFile(Model):
    """The tables of one language."""

    name: Label
    grade_1: TableName = Field(alias="grade 1")
    """The table of uncontracted Braille, in which words are spelled."""
    grade_2: TableName | None = Field(None, alias="grade 2")
    """The table of contracted Braille; None where the language has none."""

    @property
    def tables(self) -> dict[int, str]:
        """The table of each grade that the language has."""
        return {1: self.grade_1} if self.grade_2 is None else {1: self.grade_1, 2: self.grade_2}
