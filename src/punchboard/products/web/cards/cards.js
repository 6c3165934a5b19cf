// Search and filters: articles that do not match are hidden, and so are the sections in which none matches.

const form = document.getElementById("find");
const search = document.getElementById("words");
const kind = document.getElementById("kind");
const choices = [...form.querySelectorAll(".choice")];
const found = document.getElementById("found");

// Returns a text as it is compared: in lower case, without accents, with single spaces.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ");

// The articles of each section, with the words and the values of each; read at the first search, which opens faster.
let sections;
const read = () =>
  (sections ??= [...document.querySelectorAll("main > section")].map((section) => ({
    section,
    articles: [...section.querySelectorAll("article")].map((article) => ({
      article,
      words: plain(article.textContent),
      values: new Set((article.dataset.choices ?? "").split(" ")),
    })),
  })));

// Every word must occur; a phrase in quotes must occur as it is.
function terms() {
  return [...plain(search.value).matchAll(/"([^"]+)"?|([^\s"]+)/g)].map((one) => one[1] ?? one[2]);
}

function show() {
  const wanted = terms();
  const values = choices.map((choice) => choice.value).filter(Boolean);
  let [count, every] = [0, 0];
  for (const { section, articles } of read()) {
    const isKind = !kind?.value || section.id === kind.value;
    let inSection = 0;
    for (const one of articles) {
      const fits = isKind && values.every((value) => one.values.has(value)) && wanted.every((word) => one.words.includes(word));
      one.article.hidden = !fits;
      inSection += fits ? 1 : 0;
    }
    section.hidden = inSection === 0;
    count += inSection;
    every += articles.length;
  }
  found.textContent = found.dataset.text.replace("#", count).replace("%", every);
}

form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(show));

// A link to an article that is hidden shows all again.
addEventListener("hashchange", () => {
  if (document.querySelector(":target")?.closest("[hidden]")) form.reset();
});

form.hidden = false;
document.documentElement.dataset.ready = "";
