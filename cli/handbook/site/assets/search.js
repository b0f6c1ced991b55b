// Search over all texts of the book, whatever the script and spelling of the question.
"use strict";
(() => {
  const WORD = /[\p{L}\p{M}\p{N}\u200c\u200d]+/gu;
  const SHOWN = 40;
  const AROUND = 60;
  // The text itself comes before what is said about using it.
  const WEIGHT = { Guide: 0.2, Rule: 0.5, Module: 0.5 };
  const SANSKRIT = new Set(["Verse", "Words", "Prose order"]);
  const tokenize = (text) => text.match(WORD) ?? [];
  const texts = window.DHYANA_TEXTS;
  const index = new MiniSearch({
    fields: ["text"],
    tokenize,
    processTerm: (term) => Dhyana.fold(term) || null,
    searchOptions: {
      combineWith: "AND",
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
      boostDocument: (id) => WEIGHT[texts[id][2]] ?? 1,
    },
  });
  index.addAll(texts.map(([, , , text], id) => ({ id, text })));

  const dialog = document.getElementById("search");
  const field = document.getElementById("search-words");
  const list = document.getElementById("search-results");
  const count = document.getElementById("search-count");

  function excerpt(text, part, terms) {
    const found = new Set(terms);
    const words = [...text.matchAll(WORD)];
    const first = words.find((word) => found.has(Dhyana.fold(word[0])));
    const start = Math.max(0, (first?.index ?? 0) - AROUND);
    const shown = document.createElement("span");
    if (SANSKRIT.has(part)) shown.lang = "sa-Deva";
    let at = start ? text.indexOf(" ", start) + 1 || start : 0;
    const end = Math.min(text.length, at + 4 * AROUND);
    if (at) shown.append("… ");
    for (const word of words) {
      if (word.index < at || word.index >= end || !found.has(Dhyana.fold(word[0]))) continue;
      const mark = document.createElement("mark");
      mark.textContent = word[0];
      shown.append(text.slice(at, word.index), mark);
      at = word.index + word[0].length;
    }
    shown.append(text.slice(at, Math.max(at, end)), end < text.length ? " …" : "");
    return shown;
  }

  function show() {
    const words = field.value.trim();
    const hits = words ? index.search(words) : [];
    count.textContent = !words ? "" : hits.length === 1 ? "1 place" : `${hits.length} places`;
    list.replaceChildren(...hits.slice(0, SHOWN).map((hit) => {
      const [place, page, part, text] = texts[hit.id];
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = place;
      const head = document.createElement("b");
      head.textContent = `${page} · ${part}`;
      link.append(head, " ", excerpt(text, part, hit.terms));
      item.append(link);
      return item;
    }));
  }
  field.addEventListener("input", show);
  // A place on this very page is gone to, with nothing in front of it.
  list.addEventListener("click", (event) => { if (event.target.closest("a")) dialog.close(); });
  // Enter goes to the first place found.
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") list.querySelector("a")?.click();
  });
  show();
  dialog.dataset.ready = "";
})();
