"use strict";
// Attachments: texts and images are loaded when they are opened; two images get a difference and a slider, two texts
// the lines that differ.
(() => {
  const { find, all, make, data } = report;

  const load = (name) => new Promise((done) => {
    if (data[name]) return done(data[name]);
    const script = make("script", { src: `data/${name}.js` });
    script.addEventListener("load", () => done(data[name]));
    script.addEventListener("error", () => done(["", "It cannot be loaded."]));
    document.head.append(script);
  });

  const pretty = (block) => {
    if (block.dataset.json == null) return;
    try {
      block.textContent = JSON.stringify(JSON.parse(block.textContent), null, 2);
    } catch { /* It stays as it is. */ }
  };

  const open = async (block) => {
    if (block.dataset.opened) return;
    block.dataset.opened = "yes";
    if (block.dataset.loads) {
      const [text, rest] = await load(block.dataset.loads);
      block.textContent = text;
      block.hidden = false;
      if (rest) block.after(make("p", { class: "left-out" }, `${rest}; the file has all of it.`));
    }
    pretty(block);
  };
  const copy = (image) => {
    const other = image.cloneNode();
    other.alt = "";
    return other;
  };

  const compare = (figure) => {
    const expected = find("[data-side=expected] img", figure);
    const actual = find("[data-side=actual] img", figure);
    if (!expected || !actual || find(".slider", figure)) return;
    const sides = find(".sides", figure);
    if (!find("[data-side=difference]", sides)) {
      sides.append(make("div", { "data-side": "difference" }, make("p", { class: "label" }, "Difference"),
        make("div", { class: "blend", role: "img", "aria-label": "Difference: what is black is the same" },
          copy(expected), copy(actual))));
    }
    const range = make("input", { type: "range", min: 0, max: 100, value: 50, "aria-label": "How much is shown of the actual image" });
    const stack = make("div", { class: "slide" }, copy(expected), copy(actual));
    const move = () => stack.style.setProperty("--at", `${range.value}%`);
    range.addEventListener("input", move);
    move();
    figure.append(make("div", { class: "slider" }, make("p", { class: "label" }, "Expected | Actual"), range, stack));
  };

  const around = 3;

  // Lines with what is left of them: " " for both texts, "−" and "+" for one of them.
  const difference = (old, now) => {
    let [start, end] = [0, 0];
    const shorter = Math.min(old.length, now.length);
    while (start < shorter && old[start] === now[start]) start += 1;
    while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
    const [left, right] = [old, now].map((lines) => lines.slice(start, lines.length - end));
    const rows = [];
    if (left.length * right.length > 1_000_000) {
      for (const line of left) rows.push(["−", line]);
      for (const line of right) rows.push(["+", line]);
    } else {
      // The length of the longest common part from two lines on.
      const common = [...left, ""].map(() => new Uint32Array(right.length + 1));
      for (let i = left.length - 1; i >= 0; i -= 1) {
        for (let j = right.length - 1; j >= 0; j -= 1) {
          common[i][j] = left[i] === right[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
        }
      }
      let [i, j] = [0, 0];
      while (i < left.length || j < right.length) {
        if (i < left.length && j < right.length && left[i] === right[j]) {
          rows.push([" ", left[i]]);
          [i, j] = [i + 1, j + 1];
        } else if (j === right.length || (i < left.length && common[i + 1][j] >= common[i][j + 1])) {
          rows.push(["−", left[i]]);
          i += 1;
        } else {
          rows.push(["+", right[j]]);
          j += 1;
        }
      }
    }
    const before = old.slice(Math.max(0, start - around), start).map((line) => [" ", line]);
    const behind = old.slice(old.length - end).slice(0, around).map((line) => [" ", line]);
    const isNear = (at) => rows.slice(Math.max(0, at - around), at + around + 1).some(([mark]) => mark !== " ");
    return [...before, ...rows.filter((row, at) => isNear(at)), ...behind];
  };

  const compareTexts = async (figure) => {
    const blocks = ["expected", "actual"].map((side) => find(`[data-side=${side}] pre`, figure));
    if (!blocks.every(Boolean) || figure.dataset.compared) return;
    figure.dataset.compared = "yes";
    await Promise.all(blocks.map(open));
    const shown = make("pre", { class: "values", tabindex: 0 });
    for (const [mark, line] of difference(...blocks.map((block) => block.textContent.split("\n")))) {
      shown.append(make("span", {}, `${mark} `, mark === " " ? line : make("mark", {}, line)));
    }
    find(".sides", figure).append(
      make("div", { "data-side": "difference" }, make("p", { class: "label" }, "Difference: − expected, + actual"), shown));
  };

  // Files of closed boxes are not loaded.
  const show = (box) => {
    const isShown = (each) => !each.closest("details:not([open])");
    for (const link of all("a[data-image]", box).filter(isShown)) {
      link.replaceWith(make("img", { src: link.getAttribute("href"), alt: link.textContent, loading: "lazy", decoding: "async" }));
    }
    for (const figure of all("[data-compare]", box).filter(isShown)) {
      compare(figure);
      compareTexts(figure);
    }
  };
  show(document);
  document.addEventListener("toggle", (event) => {
    if (!event.target.matches("details[open]")) return;
    show(event.target);
    if (event.target.matches(".attachment")) all("pre.output", event.target).forEach(open);
  }, true);
})();
