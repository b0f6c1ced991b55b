// Devanagari in other scripts, by the tables of tables.js; the same as `dhyana --script`.
"use strict";
window.Dhyana = (() => {
  const tables = window.DHYANA_SCRIPTS;
  const VIRAMA = "\u094d";
  const RUN = /[\u0900-\u0963\u0966-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff\u200c\u200d]+/g;
  const JOINERS = /[\u200c\u200d]/g;
  const FORMULA = /(\$[^$]*\$)/;

  // A romanisation spells the vowel that a bare consonant carries.
  function* sounds(run, table) {
    let bare = false;
    for (const letter of run) {
      if (letter in table.signs) {
        yield table.signs[letter];
        bare = false;
      } else if (letter === VIRAMA) {
        bare = false;
      } else {
        if (bare) yield "a";
        bare = letter in table.consonants;
        yield table.consonants[letter] ?? table.others[letter] ?? letter;
      }
    }
    if (bare) yield "a";
  }

  // Two letters that would be read as one, अइ for ऐ, are kept apart.
  function parted(name, written) {
    if (name === "iast") return written.map((sound, i) =>
      written[i - 1] !== "a" ? sound : sound === "i" ? "ï" : sound === "u" ? "ü" : sound);
    if (name === "iso") return written.map((sound, i) =>
      (written[i - 1] === "a" && "iu".includes(sound)) ||
      (sound === "h" && /^[kgcjṭḍtdpb]$/.test(written[i - 1] ?? "")) ? ":" + sound : sound);
    return written;
  }

  function run(text, name) {
    const table = tables[name];
    const clean = text.replace(JOINERS, "");
    if (table.consonants) return parted(name, [...sounds(clean, table)]).join("");
    return Array.from(clean, (letter) => table.others[letter] ?? letter).join("");
  }

  function transliterate(text, name) {
    if (name === "devanagari" || !(name in tables)) return text;
    return text.split(FORMULA)
      .map((part, i) => (i % 2 ? part : part.replace(RUN, (letters) => run(letters, name))))
      .join("");
  }

  // One spelling for all that people type: the folds of `dhyana search`.
  const folds = window.DHYANA_FOLDS.map(([pattern, to]) => [new RegExp(pattern, "gu"), to]);
  function fold(text) {
    let latin = transliterate(text, "iast").normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
    for (const [pattern, to] of folds) latin = latin.replace(pattern, to);
    return latin.trim();
  }

  // Write all Sanskrit of the page in a script; what it was is kept in `data-sa`.
  function show(name) {
    for (const element of document.querySelectorAll("[data-sa]")) {
      if (!element.dataset.sa) element.dataset.sa = element.textContent;
      element.textContent = transliterate(element.dataset.sa, name);
      element.lang = tables[name].tag;
    }
    document.documentElement.dataset.script = name;
  }

  return { transliterate, fold, show, names: Object.keys(tables) };
})();
