// What changed since the last commit: the files, the components before and after, and a commit.

import { $, count, make, sentence } from "./dom.js";
import { game } from "./view.js";
import { commit, read } from "./api.js";

const SAID = { changed: "Changed", new: "New", gone: "Gone" };

const pieces = (words) => words.map(([text, changed]) => (changed && words.length > 1 ? make("mark", {}, text) : text));

function value([name, old, now]) {
  const before = make("del", {}, make("span", { class: "unseen" }, "Before: "), ...pieces(old));
  const after = make("ins", {}, make("span", { class: "unseen" }, "After: "), ...pieces(now));
  return make("div", {}, make("dt", {}, name), make("dd", {}, before, " ", after));
}

function picture(one, caption, side, part) {
  if (!one) return null;
  const image = make("img", { src: `data:image/webp;base64,${one.data}`, width: one.width, height: one.height, alt: `${caption}: ${side.name} of ${part.name}` });
  const frame = side.changed && one === side.after ? frameOf(side.changed, one) : null;
  return make("figure", {}, make("span", { class: "shot" }, image, frame), make("figcaption", {}, caption));
}

// A frame round the area that changed, [x, y, width, height] in the pixels of the picture.
function frameOf([x, y, width, height], picture) {
  const frame = make("span", { class: "changed-area" });
  const shares = { left: x / picture.width, top: y / picture.height, width: width / picture.width, height: height / picture.height };
  for (const [name, share] of Object.entries(shares)) frame.style.setProperty(name, `${share * 100}%`);
  return frame;
}

function sideOf(side, part) {
  if (side.as_on) return make("p", { class: "quiet" }, `The ${side.name} is as on ${side.as_on[1]}.`);
  return make("div", { class: "pair" }, picture(side.before, "Before", side, part), picture(side.after, part.state === "changed" ? "After" : "New", side, part));
}

function partOf(part) {
  const head = make("h4", {}, part.name, " ", make("span", { class: "quiet" }, part.word));
  const values = part.fields.length ? make("dl", {}, ...part.fields.map(value)) : null;
  const sources = part.sources ? make("p", { class: "quiet" }, `Looks different because of: ${part.sources}.`) : null;
  return make("article", {}, head, values, sources, part.note ? make("p", { class: "quiet" }, part.note) : null, ...part.sides.map((side) => sideOf(side, part)));
}

const filesOf = (files) => make("ul", { class: "changed-files" }, ...files.map((one) => make("li", {}, make("span", { class: "quiet" }, `${SAID[one.state]} `), make("code", {}, one.file))));

function form(found, line, again) {
  const message = make("textarea", { id: "commit-message", rows: "2", maxlength: "5000", required: true });
  const button = make("button", { type: "submit", class: "strong" }, "Commit");
  const send = async (event) => {
    event.preventDefault();
    button.disabled = true;
    line.classList.remove("wrong");
    line.textContent = "Committing…";
    const done = await commit(message.value, found.seen, (why, hint) => {
      line.classList.add("wrong");
      line.textContent = why + hint;
    });
    button.disabled = false;
    if (done) again(`Committed as ${done.commit}. Nothing was pushed.`);
  };
  const label = make("label", { for: "commit-message" }, `What did you change? Only the ${count(found.files.length, "file")} of this game will be committed.`);
  return make("form", { on: { submit: send } }, label, message, button);
}

function shownOf(found, line, again) {
  if (!found) return [make("p", { class: "wrong" }, "The changes cannot be shown now. Close this, and look again.")];
  const problems = found.problems.map((one) => make("p", { class: "wrong" }, `${sentence(one.message)} ${sentence(one.hint)}`));
  if (!found.files) return problems;
  if (!found.files.length) return [make("p", {}, "Nothing has changed since the last commit."), ...problems];
  const groups = found.game?.groups ?? [];
  const parts = groups.flatMap((group) => [make("h3", {}, group.title), ...group.parts.map(partOf)]);
  const same = found.game && !parts.length ? make("p", {}, "Every component looks as before, with the same values.") : null;
  const fresh = found.is_new ? make("p", {}, "Everything is new: no commit has this game yet.") : null;
  return [form(found, line, again), make("h3", {}, count(found.files.length, "changed file")), filesOf(found.files), fresh, same, ...problems, ...parts].filter(Boolean);
}

function open() {
  const line = make("p", { class: "studio-status", id: "changes-status", role: "status", "aria-live": "polite" });
  const body = make("div", { class: "changes-body" });
  const again = make("button", { type: "button", class: "plain framed" }, "Look again");
  const close = make("button", { type: "button", class: "plain framed" }, "Close");
  const dialog = make("dialog", { class: "changes", id: "changes", "aria-labelledby": "changes-title" }, make("div", { class: "dialog-head" }, make("h2", { id: "changes-title" }, "Changes since the last commit"), make("div", { class: "turns" }, again, close)), line, body);
  const look = async (news = "") => {
    line.classList.remove("wrong");
    line.textContent = news || "Comparing with the last commit…";
    const found = await read(`g/${encodeURIComponent(game())}/changes.json`);
    line.textContent = news;
    body.replaceChildren(...shownOf(found, line, look));
  };
  again.addEventListener("click", () => look());
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  look();
}

export async function startChanges() {
  if (!(await read("repository.json"))?.found) return;
  $("studio-redo").after(make("button", { id: "studio-changes", type: "button", class: "plain framed", "aria-haspopup": "dialog", on: { click: open } }, "Changes"));
}
