"use strict";
// Attachments: texts and images are loaded when they are opened, and two images get a difference and a slider.
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

  const open = async (box) => {
    const block = find("pre.output", box);
    if (!block || box.dataset.opened) return;
    box.dataset.opened = "yes";
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

  // Images of closed boxes are not loaded.
  const show = (box) => {
    const isShown = (each) => !each.closest("details:not([open])");
    for (const link of all("a[data-image]", box).filter(isShown)) {
      link.replaceWith(make("img", { src: link.getAttribute("href"), alt: link.textContent, loading: "lazy", decoding: "async" }));
    }
    all("[data-compare]", box).filter(isShown).forEach(compare);
  };
  show(document);
  document.addEventListener("toggle", (event) => {
    if (!event.target.matches("details[open]")) return;
    show(event.target);
    if (event.target.matches(".attachment")) open(event.target);
  }, true);
})();
