"""The composed game that every product is made from: its faces, pieces and books, and the requested products.

Start with `composed_game`.
"""
