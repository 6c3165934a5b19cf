// A table that is wider than the page scrolls by itself: let the keyboard reach it then, and say what it is.
{
  const name = (box) => {
    const before = [...document.querySelectorAll("article :is(h1, h2, h3, h4)")].filter(
      (heading) => heading.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    return `Wide table: ${before.at(-1)?.firstChild.textContent ?? document.title}`;
  };
  const measured = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const box = target.closest(".md-typeset__scrollwrap");
      if (!box) continue;
      measured.observe(box);
      if (box.scrollWidth > box.clientWidth) {
        box.tabIndex = 0;
        box.setAttribute("role", "group");
        box.setAttribute("aria-label", name(box));
      } else for (const one of ["tabindex", "role", "aria-label"]) box.removeAttribute(one);
    }
  });
  document.querySelectorAll("article table").forEach((table) => measured.observe(table));
  // The button that copies an example is in a landmark without a name: one for each example would be too many.
  new MutationObserver(() =>
    document.querySelectorAll(".md-code__nav:not([role])").forEach((bar) => bar.setAttribute("role", "none")),
  ).observe(document.querySelector("article"), { childList: true, subtree: true });
}
