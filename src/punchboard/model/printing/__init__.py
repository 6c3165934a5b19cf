"""Models of what things are printed on and by: papers, sheets, booklets, printers, shops, cutting machines."""
