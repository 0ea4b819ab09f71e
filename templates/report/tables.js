"use strict";
// Tables that can be sorted and searched, lists that show more, and sources that hide what is covered.
(() => {
  const { all, make } = report;

  const value = (row, column) => {
    const cell = row.cells[column];
    const text = cell.dataset.v ?? cell.textContent.trim();
    return text !== "" && !isNaN(text) ? Number(text) : text;
  };

  const makeSortable = (table) => {
    const heads = all("thead th", table);
    heads.forEach((head, column) => {
      if (!head.textContent.trim()) return;
      const button = make("button", { type: "button" }, head.textContent);
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const falls = head.getAttribute("aria-sort") === "ascending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", falls ? "descending" : "ascending");
        const body = table.tBodies[0];
        const rows = [...body.rows].map((row) => [value(row, column), row]);
        rows.sort(([a], [b]) => (typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1));
        if (falls) rows.reverse();
        body.append(...rows.map(([, row]) => row));
      });
    });
  };

  const makeSearchable = (field) => {
    const place = document.getElementById(field.dataset.searches);
    const rows = all("tbody tr", place);
    const groups = all("details", place);
    // Of a file in a folder the path is in the headings of the folders.
    const folder = (row) => {
      let path = "";
      for (let box = row.closest("#file-table details"); box; box = box.parentElement.closest("#file-table details")) {
        path = box.querySelector(".name").textContent + path;
      }
      return path;
    };
    const texts = rows.map((row) => (folder(row) + row.cells[0].textContent).toLowerCase());
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      rows.forEach((row, index) => (row.hidden = !words.every((word) => texts[index].includes(word))));
      let room = 20;
      for (const group of groups) {
        group.hidden = words.length > 0 && !group.querySelector("tr:not([hidden])");
        group.open = words.length > 0 && !group.hidden && room-- > 0;
      }
    });
  };

  // Lists of which a piece is shown at first.
  const makeShort = (list) => {
    const size = Number(list.dataset.piece);
    const items = [...list.children];
    if (items.length <= size) return;
    let shown = 0;
    const button = make("button", { type: "button" });
    const more = () => {
      items.slice(shown, shown + size).forEach((item) => (item.hidden = false));
      shown += size;
      button.textContent = `Show ${Math.min(size, items.length - shown)} more`;
      button.hidden = shown >= items.length;
    };
    items.forEach((item) => (item.hidden = true));
    const box = list.closest(".table") ?? list;
    box.after(button);
    button.addEventListener("click", more);
    more();
  };

  document.addEventListener("DOMContentLoaded", () => {
    all("table[data-sortable]").forEach(makeSortable);
    all("input[data-searches]").forEach(makeSearchable);
    all("[data-piece]").forEach(makeShort);
    const hides = all("[data-hides-covered]");
    hides.forEach((button) => button.addEventListener("click", () => {
      const isHidden = document.body.classList.toggle("hide-covered");
      hides.forEach((each) => each.setAttribute("aria-pressed", isHidden));
    }));
  });
})();
