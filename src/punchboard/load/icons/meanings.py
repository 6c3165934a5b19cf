"""The words that icons picture, from ``icons/meanings.yaml`` of the game, the workspace and the built-in layouts."""

from punchboard.load.layout_files.inheritance import read_layout_file
from punchboard.load.layout_files.search_path import SearchPath
from punchboard.load.yaml.validate import validated

MEANINGS_FILE = "icons/meanings.yaml"


def load_icon_words(search_path: SearchPath) -> dict[str, str]:
    """Return the icon for each word. Files of the game take precedence over built-in ones.

    Raises:
        ProblemsFound: all problems of the files.
    """
    found: dict[str, str] = {}
    for path in search_path.find_all(MEANINGS_FILE):
        source = read_layout_file(search_path, path)
        icons = validated(dict[str, tuple[str, ...]], source.raw, source.places, source.file)
        found |= {word: icon for icon, words in icons.items() for word in words}
    return found
