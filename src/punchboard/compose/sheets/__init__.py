"""Print-and-play sheets: imposition, marks and pages. Start with `sheet_plan`; `imposition` is pure geometry in mm."""
