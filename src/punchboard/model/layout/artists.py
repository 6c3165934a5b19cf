"""Model of ``icons/artists.yaml``: the artists of icon sets whose own files do not name them."""

from pydantic import Field

from punchboard.model.values import Label, Model


class ArtistsFile(Model):
    """The artists of an icon set, and the artist of each icon where known."""

    artists: tuple[Label, ...] = ()
    by_icon: dict[str, Label] = Field(default_factory=dict, alias="by icon")
