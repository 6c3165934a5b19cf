"""Set-up, turn and end, executed: every state that chance and choice can lead to, with exact odds.

States are compositions, not orders: what no expression of the script can tell apart is one class of component.
"""

from __future__ import annotations
