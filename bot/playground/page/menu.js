// Select menus: a button that opens a list, with descriptions, typing to narrow it down, and several choices.

import { el, emojiText, newId } from "./dom.js";

let open = null;
export function closeMenus() { if (open) open.close(); }
document.addEventListener("pointerdown", (event) => {
  if (open && !open.root.contains(event.target)) open.close();
});

function optionsOf(part, context) {
  if (part.type === 3) return part.options || [];
  if (part.type === 8) return context.channels().map((one) => ({ value: one.id, label: `#${one.name}` }));
  return context.people().map((one) => ({ value: one.id, label: one.name }));
}

export function menu(part, context) {
  const options = optionsOf(part, context);
  const least = part.min_values ?? 1, most = part.max_values ?? 1;
  const chosen = options.filter((option) => option.default);
  const id = newId("menu");
  const shown = chosen.length ? chosen.map((option) => option.label).join(", ") : part.placeholder || "Make a choice";
  const opener = el("button", {
    class: chosen.length ? "menu-opener" : "menu-opener empty", type: "button", disabled: part.disabled, role: "combobox",
    "aria-haspopup": "listbox", "aria-expanded": "false", "aria-controls": id, "data-key": part.custom_id,
    "aria-label": part.placeholder || "Make a choice",
    onclick: () => (open?.root === root ? open.close() : show()),
    onkeydown: (event) => {
      if (["ArrowDown", "ArrowUp"].includes(event.key)) { event.preventDefault(); show(); }
    },
  }, el("span", { class: "menu-text" }, shown), el("span", { "aria-hidden": "true" }, "▾"));
  const root = el("div", { class: "menu" }, opener);

  function show() {
    closeMenus();
    const picked = new Set(chosen.map((option) => option.value));
    const list = el("div", { class: "menu-list", role: "listbox", id, tabindex: "-1",
      "aria-label": part.placeholder || "Choices", "aria-multiselectable": most > 1 ? "true" : undefined });
    const filter = el("input", { class: "menu-filter", type: "text", placeholder: "Type to narrow down", "aria-label": "Narrow the list down" });
    const send = el("button", { class: "b primary", type: "button", onclick: () => finish() }, "Choose");
    const sheet = el("div", { class: "menu-sheet" }, options.length > 8 ? filter : "", list, most > 1 ? el("div", { class: "menu-foot" }, send) : "");

    function finish() {
      const values = options.filter((option) => picked.has(option.value)).map((option) => option.value);
      if (values.length < least || values.length > most) return;
      close(true);
      context.choose(part.custom_id, values, opener);
    }
    function take(option, item) {
      if (most === 1) { picked.clear(); picked.add(option.value); finish(); return; }
      if (picked.has(option.value)) picked.delete(option.value);
      else if (picked.size < most) picked.add(option.value);
      item.setAttribute("aria-selected", picked.has(option.value));
      refresh();
    }
    function refresh() {
      send.disabled = picked.size < least || picked.size > most;
      send.textContent = `Choose ${picked.size}${most > 1 ? ` of up to ${most}` : ""}`;
    }
    function fill() {
      const words = filter.value.toLowerCase();
      const fitting = options.filter((option) => `${option.label} ${option.description || ""}`.toLowerCase().includes(words));
      list.replaceChildren(...fitting.map((option) => {
        const item = el("div", {
          class: "menu-option", role: "option", tabindex: "-1", "aria-selected": picked.has(option.value) ? "true" : "false",
          "data-value": option.value, onclick: () => take(option, item),
        }, option.emoji && el("span", { class: "emoji" }, emojiText(option.emoji)),
        el("span", { class: "menu-label" }, option.label, option.description && el("small", {}, option.description)));
        return item;
      }));
      if (!fitting.length) list.append(el("p", { class: "small" }, "Nothing fits."));
    }
    function step(by) {
      const items = [...list.querySelectorAll(".menu-option")];
      const at = items.indexOf(document.activeElement);
      items[Math.max(0, Math.min(items.length - 1, at < 0 ? (by > 0 ? 0 : items.length - 1) : at + by))]?.focus();
    }
    function close(returnFocus) {
      sheet.remove();
      opener.setAttribute("aria-expanded", "false");
      open = null;
      if (returnFocus) opener.focus();
    }
    filter.addEventListener("input", fill);
    sheet.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { event.stopPropagation(); close(true); }
      else if (event.key === "ArrowDown") { event.preventDefault(); step(1); }
      else if (event.key === "ArrowUp") { event.preventDefault(); step(-1); }
      else if (event.key === "Home" && event.target !== filter) step(-99);
      else if (event.key === "End" && event.target !== filter) step(99);
      else if (event.key === "Tab" && most === 1) close(false);
      else if ((event.key === "Enter" || event.key === " ") && event.target.matches(".menu-option")) {
        event.preventDefault();
        event.target.click();
      } else if (event.key === "Enter" && event.target === filter) { event.preventDefault(); list.querySelector(".menu-option")?.click(); }
      else if (event.key.length === 1 && event.target !== filter && options.length > 8) filter.focus();
    });
    fill();
    refresh();
    root.append(sheet);
    opener.setAttribute("aria-expanded", "true");
    open = { root, close };
    // Below if there is room within the messages, else above; a long list scrolls within the room there is.
    const frame = document.getElementById("scroll").getBoundingClientRect(), box = opener.getBoundingClientRect();
    const below = frame.bottom - box.bottom, above = box.top - frame.top, wanted = sheet.offsetHeight + 12;
    const up = below < wanted && above > below;
    sheet.classList.toggle("above", up);
    if (getComputedStyle(sheet).position === "absolute") {
      const rest = sheet.offsetHeight - list.offsetHeight + 12;
      list.style.setProperty("--room", `${Math.max(140, Math.min(340, (up ? above : below) - rest))}px`);
    }
    (list.querySelector('[aria-selected="true"]') || list.querySelector(".menu-option"))?.focus({ preventScroll: false });
  }
  return root;
}
