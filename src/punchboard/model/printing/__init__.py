"""Models for printing: papers, sheets, booklets, printers, print shops, cutting machines, virtual tables."""
