"""Tables fetched from links: the only code of this program that reaches other machines.

Only the commands ``new`` and ``sync`` use it. Builds, checks and the preview read files and never import it;
import-linter holds this. Open `fetch.py` first.
"""
