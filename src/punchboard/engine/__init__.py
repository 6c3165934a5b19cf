"""The rules engine: runs a game's set-up, turns and ends through every choice and chance, with exact odds.

A state holds counts, not orders: components that no expression of the script distinguishes form one class. `proof` is
the entry point; README.md explains the method.
"""

from __future__ import annotations
