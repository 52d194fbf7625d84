// Small helpers for building elements. Text always goes in as text, never as markup.

export const $ = (id) => document.getElementById(id);

// el("button", { class: "b", onclick: f }, "Join", child, [more])
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, entry] of Object.entries(value)) node.style.setProperty(key, entry);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// Files of the stand-in are fetched from wherever this page comes from.
export function local(url) {
  const found = /\/cdn\/.*$/.exec(url || "");
  return found ? found[0] : url;
}

export const emojiText = (emoji) => (emoji ? (emoji.id ? `:${emoji.name}:` : emoji.name) : "");

let serial = 0;
export const newId = (stem) => `${stem}-${++serial}`;

// A steady colour for a person: told apart by hue and by the letter on it.
const COLOURS = ["#0a6e9a", "#b4471b", "#2f7d32", "#8e3b8a", "#946300", "#37538f", "#6b5e57", "#a1304e"];
export const colourOf = (index) => COLOURS[index % COLOURS.length];

export function avatar(name, colour, extra = "") {
  return el("span", { class: `avatar ${extra}`, "aria-hidden": "true", style: { background: colour } }, name.slice(0, 1));
}

// Our own small signs are drawn, not emoji: they look the same everywhere.
const SIGNS = {
  thread: "M3 5h18M3 5v10h4M7 11h14v8H7z",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  file: "M6 2h8l5 5v15H6zM14 2v5h5",
};
export function sign(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": "2", "stroke-linejoin": "round" })) svg.setAttribute(key, value);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SIGNS[name]);
  svg.append(path);
  return svg;
}
