// What the studio uses of CodeMirror, and the marks that texts have besides those of Markdown. The studio's own code is
// in src/punchboard/server/studio/page/texts.

import { acceptCompletion, autocompletion, completionKeymap, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { drawSelection, dropCursor, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { parser, Table } from "@lezer/markdown";

// The values of a book at the head of its text, between two lines of hyphens.
function values(context, line) {
  if (context.lineStart !== 0 || line.text !== "---") return false;
  while (context.nextLine() && line.text !== "---");
  context.nextLine();
  context.addElement(context.elt("Values", 0, context.prevLineEnd()));
  return true;
}

// A mark within a line, such as {{ a field }} or an :icon:.
const inline = (name, first, pattern) => ({
  name,
  before: "Emphasis",
  parse(context, next, at) {
    const found = next === first && pattern.exec(context.slice(at, context.end));
    return found ? context.addElement(context.elt(name, at, at + found[0].length)) : -1;
  },
});

const marks = {
  defineNodes: [{ name: "Values", block: true, style: tags.meta }, { name: "Field", style: tags.meta }, { name: "Icon", style: tags.meta }, { name: "Rule", style: tags.labelName }],
  parseBlock: [{ name: "Values", parse: values, before: "HorizontalRule" }],
  parseInline: [inline("Field", 123, /^\{\{.*?\}\}/), inline("Icon", 58, /^:[a-z][\w:-]*:/), inline("Rule", 91, /^\[#[\w-]+\]/)],
};

const markdown = new Language(defineLanguageFacet(), parser.configure([Table, marks]), [], "markdown");

export { acceptCompletion, autocompletion, completionKeymap, defaultKeymap, drawSelection, dropCursor, EditorView, highlightActiveLine, HighlightStyle, keymap, lineNumbers, lintGutter, lintKeymap, markdown, search, searchKeymap, setDiagnostics, startCompletion, syntaxHighlighting, tags };
