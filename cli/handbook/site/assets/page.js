// What a page does beyond being read: script, colours, glosses, copying. All of it is optional.
"use strict";
(() => {
  const root = document.documentElement;
  const remember = (key, value) => {
    try { localStorage.setItem(key, value); } catch { /* nothing is remembered then */ }
  };
  const recall = (key) => {
    try { return localStorage.getItem(key); } catch { return null; }
  };

  // The script of the Sanskrit.
  const select = document.getElementById("script");
  const script = recall("dhyana-script");
  if (script && script !== root.dataset.script && Dhyana.names.includes(script)) {
    Dhyana.show(script);
    select.value = script;
  }
  select.addEventListener("change", () => {
    Dhyana.show(select.value);
    remember("dhyana-script", select.value);
  });

  // Light or dark; until someone chooses, the system does.
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const press = () => button.setAttribute("aria-pressed", String(isDark()));
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    remember("dhyana-theme", root.dataset.theme);
    press();
  });
  system.addEventListener("change", press);
  press();

  // Glosses open by themselves (CSS); here is how they close, and what a tap and the arrows do.
  const words = [...document.querySelectorAll(".w")];
  const close = () => words.forEach((word) => word.classList.remove("open"));
  words.forEach((word) => {
    const link = word.firstElementChild;
    let touched = false;
    link.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
    link.addEventListener("click", (event) => {
      if (!touched || word.classList.contains("open")) return; // a second tap follows the link
      event.preventDefault();
      close();
      word.classList.add("open");
    });
    // A gloss stands below its word as far as the text is wide; above it, if only there is room.
    const place = () => {
      const gloss = word.lastElementChild;
      const line = gloss.offsetParent ?? word;
      const room = line.clientWidth - gloss.offsetWidth;
      const around = line.getBoundingClientRect();
      const own = link.getBoundingClientRect();
      gloss.style.left = `${Math.max(0, Math.min(own.left - around.left - 12, room))}px`;
      const height = gloss.offsetHeight;
      const above = own.bottom + height > innerHeight && own.top > height;
      gloss.style.top = above ? `${own.top - around.top - height}px` : "";
    };
    word.addEventListener("pointerenter", place);
    link.addEventListener("focus", place);
    const again = () => word.classList.remove("dismissed");
    word.addEventListener("pointerleave", again);
    link.addEventListener("blur", again);
  });
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(".w")) close();
  });
  document.addEventListener("keydown", (event) => {
    const word = document.activeElement?.closest?.(".w");
    if (event.key === "Escape") {
      close();
      words.forEach((each) => each.classList.toggle(
        "dismissed", each === word || each.matches(":hover")));
    } else if (word && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
      const visible = words.filter((each) => each.offsetParent);
      const next = visible[visible.indexOf(word) + (event.key === "ArrowRight" ? 1 : -1)];
      if (next) {
        event.preventDefault();
        next.firstElementChild.focus();
      }
    }
  });

  // Copy the lines of a figure of code, without their numbers.
  document.querySelectorAll(".copy").forEach((copy) => {
    copy.addEventListener("click", async () => {
      const text = copy.closest("figure").querySelector("pre code").textContent;
      copy.textContent = (await copied(text)) ? "Copied" : "Not copied";
      setTimeout(() => { copy.textContent = "Copy"; }, 2000);
    });
  });
  async function copied(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch { // a page from disk is not always trusted with the clipboard
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  // The search is loaded when it is first asked for.
  const load = (source) => new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = source;
    element.onload = resolve;
    element.onerror = reject;
    document.head.append(element);
  });
  let loading = null;
  async function openSearch() {
    loading ??= ["minisearch", "search-index", "search"].reduce(
      (before, name) => before.then(() => load(`assets/${name}.js`)), Promise.resolve());
    document.getElementById("search").showModal();
    document.getElementById("search-words").select();
    await loading;
  }
  document.getElementById("search-open").addEventListener("click", openSearch);
  document.getElementById("search-close").addEventListener("click", () => {
    document.getElementById("search").close();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      openSearch();
    }
  });
})();
