// Read before anything is drawn, so that a page in dark colours does not flash.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const theme = localStorage.getItem("dhyana-theme");
    if (theme === "dark" || theme === "light") root.dataset.theme = theme;
  } catch { /* storage may be forbidden; then the system decides */ }
})();
