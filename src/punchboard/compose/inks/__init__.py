"""What a colour becomes: names of a theme as colours, full colour, grey, or low ink."""
