"""``icons/artists.yaml``: who drew the icons of sets whose own files do not say."""

from pydantic import Field

from punchboard.model.values import Label, Model


class ArtistsFile(Model):
    """Who drew the icons of a set: everyone who did, and who drew which where that is known."""

    artists: tuple[Label, ...] = ()
    by_icon: dict[str, Label] = Field(default_factory=dict, alias="by icon")
