"""English as rulebooks write it: words and their forms, numbers, sentences, stretches that look like names."""
