"""Print-and-play sheets: imposition, marks and pages. Start with `sheets`; `imposition` is pure geometry in mm."""
