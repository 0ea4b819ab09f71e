"use strict";
// The list of all tests and the filter that is kept in the address: `#q=s:failed mod:Store flaky`.
(() => {
  const { find, all, make, copy } = report;
  const box = find("#test-filter");
  if (!box) return;

  const outcomes = {
    p: ["passed", "✓", "pass"], f: ["failed", "✗", "fail"], c: ["crashed", "✗", "fail"],
    t: ["timed-out", "✗", "fail"], u: ["unfinished", "✗", "fail"], n: ["not-run", "✗", "fail"],
    s: ["skipped", "–", "dim"], x: ["cancelled", "–", "dim"], "?": ["not-told", "?", "dim"],
  };
  const failing = new Set(["f", "c", "t", "u", "n"]);
  const kinds = { crash: "c", timeout: "t", unfinished: "u", "not-run": "n", failure: "f" };
  const pieceSize = 300;
  const grouped = (number) => number.toLocaleString("en");

  // Columns to objects; names are coded as what they share with the one before.
  const decode = (data) => {
    const tests = [];
    let name = "";
    let group = -1;
    let left = 0;
    let file = -1;
    let fileLeft = 0;
    for (let index = 0; index < data.outcomes.length; index++) {
      while (left === 0) left = data.groups[++group][2];
      left--;
      while (fileLeft === 0) fileLeft = data.files[++file][2];
      fileLeft--;
      const [coded, shared] = [data.names[index], data.shared[index]];
      name = name.slice(0, shared) + coded;
      const [module, suite] = data.groups[group];
      tests.push({
        index, name, module, suite, outcome: data.outcomes[index], time: data.times[index],
        marks: data.marks[index] ?? "", trend: data.trends[index], tags: (data.tags[index] ?? []).map((tag) => data.tagNames[tag]),
        place: data.files[file], line: data.lines[index], chunk: data.chunks[index], card: data.cards[index],
        text: `${module} ${suite} ${name}`.toLowerCase(),
      });
    }
    return tests;
  };

  const unquoted = (word) => word.replaceAll('"', "");
  const marks = ["slow", "flaky", "new", "quarantined", "interference"];
  // A word of the filter as a question to a test; in quotes it is text.
  const token = (word) => {
    if (word.startsWith("-") && word.length > 1) {
      const ask = token(word.slice(1));
      return (test) => !ask(test);
    }
    if (word.startsWith('"')) return (test) => test.text.includes(unquoted(word));
    const colon = word.indexOf(":");
    const [key, value] = colon > 0 ? [word.slice(0, colon), word.slice(colon + 1)] : ["", word];
    if (key === "s") {
      if (value === "failed") return (test) => failing.has(test.outcome);
      return (test) => outcomes[test.outcome][0] === value;
    }
    if (key === "mod") return (test) => test.module.toLowerCase().includes(value);
    if (key === "tag") return (test) => test.tags.some((tag) => tag.toLowerCase().includes(value));
    if (key === "kind") return (test) => test.outcome === kinds[value];
    if (marks.includes(word)) {
      return (test) => test.marks.includes(word);
    }
    return (test) => test.text.includes(word);
  };
  // A word whose value no test can have; without this it would find nothing and not say why.
  const mistake = (word) => {
    const [, key, value] = word.match(/^-?(s|kind):(.*)$/) ?? [];
    if (!key) {
      const isOther = word.startsWith("-") || word.includes(":") || marks.includes(word);
      return isOther || tests.some((test) => test.text.includes(unquoted(word))) ? null
        : `No name holds “${unquoted(word)}”; words with a meaning are ${marks.join(", ")}`;
    }
    const known = key === "kind" ? Object.keys(kinds) : ["failed", ...new Set(Object.values(outcomes).map(([name]) => name))];
    return known.includes(value) ? null : `${key}:${value} is unknown; there are ${[...new Set(known)].join(", ")}`;
  };
  const words = (text) => text.toLowerCase().match(/-?"[^"]*"|\S+/g) ?? [];

  const seconds = (millis) => {
    if (millis < 0) return "";
    if (millis < 999.5) return `${Math.round(millis)}ms`;
    return millis < 59950 ? `${(millis / 1000).toFixed(millis < 9995 ? 2 : 1)}s`
      : `${Math.floor(millis / 60000)}m ${String(Math.round(millis / 1000) % 60).padStart(2, "0")}s`;
  };

  // The details of tests come in pieces, when one of them is opened.
  const pieces = new Map();
  const piece = (number) => {
    if (report.data[`details${number}`]) return Promise.resolve(report.data[`details${number}`]);
    if (!pieces.has(number)) {
      pieces.set(number, new Promise((done) => {
        const script = make("script", { src: `data/details${number}.js` });
        script.addEventListener("load", () => done(report.data[`details${number}`]));
        script.addEventListener("error", () => done({}));
        document.head.append(script);
      }));
    }
    return pieces.get(number);
  };

  const list = find("#all-tests");
  const results = find("#test-list");
  const count = find("#test-count");
  let tests = [];
  let matching = [];
  let byTime = false;
  let shown = pieceSize;

  // Where a test stands, as a link to the page of its source where that has one.
  const placeOf = ({ place: [path, page], line }) => {
    if (!path) return null;
    const text = line ? `${path}:${line}` : path;
    return page ? make("a", { href: line ? page + (page.startsWith("#") ? `-L${line}` : `#L${line}`) : page }, text) : text;
  };

  const open = async (row, test) => {
    const button = find("button", row);
    if (row.nextElementSibling?.matches(".detail")) {
      row.nextElementSibling.remove();
      return button.setAttribute("aria-expanded", "false");
    }
    button.setAttribute("aria-expanded", "true");
    const detail = make("div", { class: "detail" });
    row.after(detail);
    if (test.chunk === -1) {
      detail.append(make("p", { class: "left-out" }, "What it printed is left out here; the record has it."));
      return;
    }
    const facts = test.chunk == null ? null : (await piece(test.chunk))?.[test.index];
    const place = placeOf(test);
    if (place) detail.append(make("p", { class: "place" }, place));
    for (const [kind, message, place, args] of facts?.issues ?? []) {
      if (args) detail.append(make("p", { class: "wrap" }, "with ", make("code", {}, args)));
      detail.append(make("pre", { class: `message ${kind}` }, message));
      if (place) detail.append(make("p", { class: "place" }, place));
    }
    if (facts?.output) detail.append(make("p", { class: "label" }, "Output"), make("pre", { class: "output" }, facts.output));
    if (test.tags.length) detail.append(make("p", {}, ...test.tags.map((tag) => make("span", { class: "tag" }, tag))));
    if (test.card) detail.append(make("p", {}, make("a", { href: `#${test.card}` }, "Show the failure")));
    if (!detail.childElementCount) detail.append(make("p", { class: "dim" }, "It printed nothing and has nothing more to tell."));
  };

  // What a test took in its newest runs, as a line.
  const sparkline = (trend) => {
    if (!trend) return null;
    const draw = (name, attributes) => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      return element;
    };
    const most = Math.max(...trend, 1);
    const points = trend.map((time, index) => `${2 + (56 * index) / Math.max(1, trend.length - 1)},${14 - (12 * Math.max(0, time)) / most}`);
    const words = trend.map(seconds).join(", ");
    const svg = draw("svg", { class: "spark optional", viewBox: "0 0 60 16", role: "img", "aria-label": words });
    const title = draw("title", {});
    title.textContent = words;
    svg.append(title, draw("polyline", { points: points.join(" ") }));
    return svg;
  };

  const row = (test) => {
    const place = placeOf(test);
    const [word, mark, style] = outcomes[test.outcome];
    const button = make("button", { type: "button", class: "name", "aria-expanded": "false" }, test.name);
    const element = make("div", { class: "row" },
      make("span", { class: `dot ${style}`, role: "img", "aria-label": word, title: word }, mark), button,
      ...test.marks.split(" ").filter(Boolean).map((text) => make("span", { class: `tag ${text === "new" ? "new" : "warn"}` }, text)),
      place?.href ? make("a", { class: "place optional", href: place.href }, `${test.place[0].split("/").pop()}:${test.line}`) : null,
      sparkline(test.trend), make("span", { class: "num dim" }, seconds(test.time)));
    button.addEventListener("click", () => open(element, test));
    return element;
  };

  const draw = () => {
    list.replaceChildren();
    const rows = byTime ? [...matching].sort((a, b) => b.time - a.time) : matching;
    let suite = null;
    for (const test of rows.slice(0, shown)) {
      const heading = byTime ? null : [test.module, test.suite].filter(Boolean).join(" › ");
      if (heading !== suite && heading != null) {
        suite = heading;
        list.append(make("div", { class: "suite" }, heading));
      }
      const element = row(test);
      if (byTime) find(".name", element).textContent = [test.module, test.suite, test.name].filter(Boolean).join(" › ");
      list.append(element);
    }
    if (rows.length > shown) {
      const more = make("button", { type: "button" }, `Show ${Math.min(pieceSize, rows.length - shown)} of ${grouped(rows.length - shown)} more`);
      more.addEventListener("click", () => { shown += pieceSize; draw(); });
      list.append(make("p", { class: "row" }, more));
    }
  };

  // A heading's number: all, or what the filter leaves of them.
  const tell = (number, left, asked) => {
    if (!number) return;
    number.dataset.all ??= number.textContent;
    number.textContent = asked.length ? `${grouped(left)} of ${number.dataset.all}` : number.dataset.all;
  };

  const apply = () => {
    const asked = words(box.value);
    // What was asked for stands right below the filter; without a filter it comes last.
    if (asked.length) box.closest(".filter").after(results);
    else results.parentElement.append(results);
    const questions = asked.map(token);
    const showsSkipped = asked.some((word) => word.startsWith("s:"));
    const found = tests.filter((test) => questions.every((ask) => ask(test)));
    matching = showsSkipped ? found : found.filter((test) => test.outcome !== "s" && test.outcome !== "x");
    const hidden = found.length - matching.length;
    const set = new Set(found.map((test) => test.index));
    for (const card of all(".card[data-test]")) card.hidden = !set.has(Number(card.dataset.test));
    // Only what stands around cards of this page; other pages of a single file have causes, too.
    for (const group of all("[data-filtered]")) {
      const left = all(".card:not([hidden])", group).reduce((sum, card) => sum + Number(card.dataset.count ?? 1), 0);
      group.hidden = !left;
      tell(find(":scope > h2 > .dim, :scope > header > .tag", group), left, asked);
      const causes = find(":scope > p.dim", group);
      if (causes) causes.hidden = asked.length > 0;
    }
    tell(find("h2 > .dim", results), matching.length, asked);
    count.textContent = `${grouped(matching.length)} of ${grouped(tests.length)} tests` + (hidden ? `, ${grouped(hidden)} skipped hidden` : "")
      + asked.map(mistake).filter(Boolean).map((text) => `. ${text}`).join("");
    for (const chip of all("button[data-token]")) chip.setAttribute("aria-pressed", asked.includes(chip.dataset.token));
    shown = pieceSize;
    draw();
  };

  // A new filter is a step of the history; typing on in it is the same step.
  let isTyping = false;
  const keep = (typed) => {
    const address = box.value.trim() ? `#q=${encodeURIComponent(box.value.trim())}` : "#";
    if (typed && isTyping) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    isTyping = typed;
  };
  const take = () => {
    isTyping = false;
    if (location.hash && !location.hash.startsWith("#q=")) return false;
    box.value = decodeURIComponent(location.hash.slice(3));
    apply();
    return true;
  };

  const csv = () => ["module,suite,test,outcome,seconds", ...matching.map((test) =>
    [test.module, test.suite, test.name, outcomes[test.outcome][0], test.time < 0 ? "" : test.time / 1000]
      .map((cell) => {
        const text = String(cell);
        return `"${(/^[=+\-@]/.test(text) ? "'" + text : text).replaceAll('"', '""')}"`;
      }).join(","))].join("\n");

  document.addEventListener("DOMContentLoaded", () => {
    if (!report.data.tests) return;
    tests = decode(report.data.tests);
    if (!take()) apply();
    // Jumps end below the filter, however many rows it has; so does the one of the address, which came too early.
    const filter = box.closest(".filter");
    const measure = () => document.documentElement.style.setProperty("--filter", `${filter.offsetHeight}px`);
    measure();
    report.reveal();
    new ResizeObserver(measure).observe(filter);
    let timer;
    box.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => { apply(); keep(true); }, 60);
    });
    for (const chip of all("button[data-token]")) {
      chip.addEventListener("click", () => {
        const asked = words(box.value);
        const word = chip.dataset.token;
        box.value = (asked.includes(word) ? asked.filter((each) => each !== word) : [...asked, word]).join(" ");
        apply();
        keep(false);
      });
    }
    find("#sort-by-time").addEventListener("click", (event) => {
      byTime = !byTime;
      event.currentTarget.setAttribute("aria-pressed", byTime);
      shown = pieceSize;
      draw();
    });
    find("#copy-csv").addEventListener("click", () => copy(csv(), "List"));
  });
  addEventListener("popstate", take);
})();
