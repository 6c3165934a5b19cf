"""English as rulebooks use it: words and their forms, numbers, sentences, phrases that look like names."""
