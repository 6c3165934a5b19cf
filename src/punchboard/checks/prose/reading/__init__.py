"""What the rules read: texts in blocks that know their places, and a vocabulary of what the box holds."""
