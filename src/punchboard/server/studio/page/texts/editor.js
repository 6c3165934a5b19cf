// The text editor: CodeMirror, loaded when it is needed first, with the keys and the look of the studio.

import { complete, picture } from "./completion.js";
import { marked } from "./markdown.js";

export const editor = { view: null, code: null };

const ITEM = /^(\s*(?:>\s?)*)([-*+]|(\d+)([.)]))(\s+)/;

const THEME = {
  "&": { height: "100%", color: "var(--ink)", fontSize: ".9375rem", background: "var(--panel)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--ink)", padding: ".6rem 0 40%" },
  ".cm-line": { padding: "0 1rem 0 .5rem" },
  ".cm-cursor": { borderLeft: "2px solid var(--ink)" },
  ".cm-gutters": { background: "transparent", color: "var(--quiet)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.4rem", fontSize: ".8125rem" },
  ".cm-activeLine": { background: "color-mix(in srgb, var(--accent) 7%, transparent)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { background: "color-mix(in srgb, var(--accent) 28%, transparent)" },
  ".cm-tooltip, .cm-panels": { background: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)", font: ".875rem/1.45 var(--sans)" },
  ".cm-tooltip": { borderRadius: ".5rem", boxShadow: "var(--raised)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "15rem", minWidth: "15rem", borderRadius: ".45rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: ".2rem .6rem", lineHeight: "1.5" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent)", color: "var(--on-accent)" },
  ".cm-tooltip-autocomplete svg": { width: "1.4em", height: "1.4em", fill: "currentColor", verticalAlign: "middle", marginRight: ".5em" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionDetail": { color: "inherit", fontFamily: "var(--sans)", opacity: ".8" },
  ".cm-tooltip.cm-completionInfo": { maxWidth: "20rem", padding: ".5rem .7rem", margin: "0 .3rem" },
  ".cm-completionInfo code": { fontFamily: "var(--mono)", fontSize: ".92em" },
  ".cm-tooltip-lint": { maxWidth: "30rem" },
  ".cm-panels.cm-panels-top": { border: "0", borderBottom: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: ".5rem 2rem .5rem .75rem" },
  ".cm-panel.cm-search :is(input, button, label)": { fontSize: ".8125rem", margin: ".15rem .4rem .15rem 0" },
  ".cm-panel.cm-search input[type=checkbox]": { verticalAlign: "middle" },
  ".cm-panel.cm-search [name=close]": { fontSize: "1.25rem", right: ".3rem" },
  ".cm-button, .cm-textfield": { backgroundImage: "none", background: "var(--panel)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: ".35rem", padding: ".2rem .5rem" },
};

export const text = () => editor.view.state.doc.toString();

// Puts a text into the editor as the smallest change, so that the cursor and the place on the screen stay.
export function put(next, selection) {
  const now = text();
  let from = 0;
  while (from < now.length && from < next.length && now[from] === next[from]) from += 1;
  let [to, end] = [now.length, next.length];
  while (to > from && end > from && now[to - 1] === next[end - 1]) [to, end] = [to - 1, end - 1];
  if (now !== next || selection) editor.view.dispatch({ changes: { from, to, insert: next.slice(from, end) }, selection });
}

// Puts marks around what is selected, or takes them away.
export function mark(sign) {
  const { from, to } = editor.view.state.selection.main;
  const { text: next, start, end } = marked(text(), from, to, sign);
  put(next, { anchor: start, head: end });
  editor.view.focus();
}

// Types words at the cursor; with `asks`, shows what can be completed there.
export function type(words, asks = false) {
  const { view, code } = editor;
  view.dispatch(view.state.replaceSelection(words));
  view.focus();
  if (asks) code.startCompletion(view);
}

// Enter in a list begins the next item; in an empty item it ends the list.
function nextItem({ state, dispatch }) {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const found = ITEM.exec(line.text);
  if (!main.empty || !found || main.head < line.from + found[0].length) return false;
  const isEmpty = line.length === found[0].length;
  const sign = found[3] ? `${Number(found[3]) + 1}${found[4]}` : found[2];
  const insert = isEmpty ? "\n" : `\n${found[1]}${sign}${found[5]}`;
  const from = isEmpty ? line.from : main.head;
  dispatch(state.update({ changes: { from, to: main.head, insert }, selection: { anchor: from + insert.length }, scrollIntoView: true, userEvent: "input" }));
  return true;
}

const key = (name, does) => ({ key: name, preventDefault: true, run: () => (does(), true) });

// The editor lies in a shadow tree: there it may bring its style along under the page's policy.
export async function openEditor(host, language, does) {
  const code = await import("./codemirror.js");
  const { tags, EditorView } = code;
  const highlight = code.HighlightStyle.define([
    { tag: tags.heading, fontWeight: "700", color: "var(--accent)" },
    { tag: tags.strong, fontWeight: "700" },
    { tag: tags.emphasis, fontStyle: "italic" },
    { tag: tags.meta, color: "var(--warn)" },
    { tag: [tags.monospace, tags.processingInstruction, tags.labelName, tags.url, tags.contentSeparator], color: "var(--quiet)" },
  ]);
  const keys = [key("Mod-z", does.undo), key("Mod-y", does.redo), key("Mod-Shift-z", does.redo), key("Mod-s", does.save), key("Mod-b", () => mark("**")), key("Mod-i", () => mark("*"))];
  const extensions = [
    code.keymap.of([...keys, ...code.completionKeymap, { key: "Tab", run: code.acceptCompletion }, { key: "Enter", run: nextItem }, ...code.searchKeymap, ...code.lintKeymap, ...code.defaultKeymap]),
    code.lineNumbers(), code.lintGutter(), code.drawSelection(), code.dropCursor(), code.highlightActiveLine(), code.search({ top: true }),
    code.autocompletion({ override: [complete], addToOptions: [picture], icons: false }),
    code.markdown, code.syntaxHighlighting(highlight),
    EditorView.lineWrapping, EditorView.theme(THEME),
    EditorView.contentAttributes.of({ "aria-label": "Text", tabindex: "0", spellcheck: "true", lang: language }),
    EditorView.updateListener.of(does.updated),
    EditorView.domEventHandlers({ drop: does.dropped, blur: does.save }),
  ];
  const root = host.attachShadow({ mode: "open" });
  const view = new EditorView({ extensions, parent: root, root });
  view.dom.addEventListener("keydown", (event) => event.key !== "Escape" && event.stopPropagation());
  Object.assign(editor, { view, code });
  const scroll = () => EditorView.scrollIntoView(view.state.selection.main.head);
  new ResizeObserver(() => view.hasFocus && view.dispatch({ effects: scroll() })).observe(host); // a list of problems takes room
}
