"use strict";
// What every page shares: keys, copying, tabs, and data that comes as script files.
const report = (() => {
  const find = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  // An element; texts are never read as markup.
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === true) element.setAttribute(name, "");
      else if (value !== false && value != null) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child != null));
    return element;
  };

  // A message that screen readers hear, too.
  const said = make("div", { class: "said", role: "status" });
  const say = (text) => {
    said.textContent = text;
    clearTimeout(say.timer);
    say.timer = setTimeout(() => (said.textContent = ""), 2500);
  };

  const copy = async (text, what) => {
    try {
      await navigator.clipboard.writeText(text);
      say(`${what} copied`);
    } catch {
      const area = make("textarea", { readonly: true });
      area.value = text;
      document.body.append(area);
      area.select();
      say(document.execCommand("copy") ? `${what} copied` : "Copying is not allowed here");
      area.remove();
    }
  };

  const fence = (text, language = "") => {
    const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
    const ticks = "`".repeat(longest + 1);
    return `${ticks}${language}\n${text.replace(/\n+$/, "")}\n${ticks}\n`;
  };

  // A failure as Markdown, for an issue or a chat.
  const markdown = (card) => {
    let text = `### ${find(".name", card).textContent}\n\n`;
    for (const part of all("[data-md]", find("[role=tabpanel]:not([hidden])", card) ?? card)) {
      const content = part.textContent;
      if (part.dataset.md === "place") text += `\`${content}\`\n`;
      else text += fence(content, part.dataset.md);
    }
    const command = find(".command code", card);
    if (command && !text.includes(command.textContent)) text += fence(command.textContent, "sh");
    return text;
  };

  // Attempts: all of them stand below each other until this makes tabs of them.
  const makeTabs = (group) => {
    const panels = all(":scope > [data-tab]", group);
    const list = make("div", { role: "tablist", "aria-label": "Attempts" });
    const choose = (index, focuses) => {
      panels.forEach((panel, each) => {
        panel.hidden = each !== index;
        list.children[each].setAttribute("aria-selected", each === index);
        list.children[each].tabIndex = each === index ? 0 : -1;
      });
      if (focuses) list.children[index].focus();
    };
    panels.forEach((panel, index) => {
      panel.id ||= `${group.id || "tabs"}-${index}`;
      const tab = make("button", { type: "button", role: "tab", "aria-controls": panel.id }, panel.dataset.tab);
      tab.addEventListener("click", () => choose(index));
      list.append(tab);
      panel.setAttribute("role", "tabpanel");
      const heading = find(".label", panel);
      if (heading) heading.hidden = true;
    });
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const now = panels.findIndex((panel) => !panel.hidden);
      choose((now + step + panels.length) % panels.length, true);
      event.preventDefault();
    });
    group.prepend(list);
    choose(panels.length - 1);
  };

  // Where the keys lead to: failures, flaky tests and findings, or lines that never ran.
  const stops = () => all("[data-stop]").filter((stop) => !stop.closest("[hidden]"));
  // Where a key or a link led to.
  let current = null;
  const isBehind = (stop) => current.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING;
  const go = (step) => {
    const list = stops();
    if (!list.length) return say("There is nothing to go to on this page");
    if (current?.closest("[hidden]")) current = null;
    const at = list.indexOf(current);
    // Of what is no stop itself, the first behind it or the last before it.
    const behind = current && at < 0 ? list.findIndex(isBehind) : 0;
    const index = at >= 0 ? at + step : (behind < 0 ? list.length : behind) - (step > 0 ? 0 : 1);
    const next = list[(index + list.length) % list.length];
    current?.classList.remove("current");
    current = next;
    next.classList.add("current");
    if (next.tagName === "DETAILS") next.open = true;
    next.scrollIntoView({ block: next.tagName === "DETAILS" ? "start" : "center" });
    (find("summary", next) ?? next).focus({ preventScroll: true });
    said.textContent = "";
  };

  const help = () => find("dialog.help")?.showModal();

  const keys = { n: () => go(1), p: () => go(-1), "/": () => find("input[type=search]")?.focus(), "?": help };
  const navigation = { o: "overview", t: "tests", c: "coverage", w: "warnings", f: "findings", d: "changes" };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const field = event.target.closest?.("input, textarea, select");
    if (field) {
      if (event.key === "Escape") field.blur();
      return;
    }
    if (find("dialog[open]")) return;
    const link = navigation[event.key] && find(`nav a[data-page=${navigation[event.key]}]`);
    if (link) return link.click();
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-copy]");
    if (!button) return;
    const card = button.closest(".card");
    if (button.dataset.copy === "markdown") copy(markdown(card), "Markdown");
    else copy(find("code", button.parentElement).textContent, "Command");
  });

  // Opens what the address points at.
  const reveal = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id ? document.getElementById(id) : null;
    for (let box = target; box; box = box.parentElement) if (box.tagName === "DETAILS") box.open = true;
    target?.scrollIntoView();
    if (target) current = target.closest("[data-stop]") ?? target;
  };

  // Data of the page: `report.data.tests = …`, from a script file or from a block in the page.
  const data = {};
  for (const block of all("script[type='application/json']")) data[block.id.slice(5)] = JSON.parse(block.textContent);

  document.addEventListener("DOMContentLoaded", () => {
    document.documentElement.classList.add("scripted");
    document.body.append(said);
    all("[data-tabs]").forEach(makeTabs);
    all("[data-scripted]").forEach((element) => (element.hidden = false));
    all("button[data-opens]").forEach((button) => button.addEventListener("click", help));
    all("button[data-closes]").forEach((button) => button.addEventListener("click", () => button.closest("dialog").close()));
    reveal();
  });
  addEventListener("hashchange", reveal);

  // On paper nothing can be opened.
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = all("details.card[data-stop]:not([open])");
    for (const each of opened) each.open = true;
  });
  addEventListener("afterprint", () => {
    for (const each of opened) each.open = false;
  });

  return { find, all, make, say, copy, data, stops, reveal };
})();
