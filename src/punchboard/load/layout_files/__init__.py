"""Where a layout file lies, and how one extends another."""
