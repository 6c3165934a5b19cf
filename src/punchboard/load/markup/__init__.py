"""Markup in cells that is not Markdown: HTML read as blocks, and written as Markdown or plain text."""
