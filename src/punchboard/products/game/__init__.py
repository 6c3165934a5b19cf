"""The composed game that every product is made from: faces, pieces, books, and which products are wanted.

Start with `composed`.
"""
