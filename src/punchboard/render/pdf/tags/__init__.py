"""What a file says besides its marks on paper: parts of the document, in reading order. Open `marked_content` first."""
