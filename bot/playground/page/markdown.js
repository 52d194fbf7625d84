// The part of markdown that a chat shows, as elements.

import { el } from "./dom.js";

const RULES = [
  [/^\\([\\`*_{}[\]()#+\-.!>~|<:@])/, (m) => m[1]],
  [/^``([^]+?)``(?!`)/, (m) => el("code", {}, m[1].trim())],
  [/^`([^`\n]+)`/, (m) => el("code", {}, m[1])],
  [/^\*\*\*([^]+?)\*\*\*/, (m, c) => el("strong", {}, el("em", {}, inline(m[1], c)))],
  [/^\*\*([^]+?)\*\*(?!\*)/, (m, c) => el("strong", {}, inline(m[1], c))],
  [/^__([^]+?)__(?!_)/, (m, c) => el("u", {}, inline(m[1], c))],
  [/^\*([^\s*](?:[^*]*[^\s*])?)\*(?!\*)/, (m, c) => el("em", {}, inline(m[1], c))],
  [/^_([^\s_](?:[^_]*[^\s_])?)_(?!\w)/, (m, c) => el("em", {}, inline(m[1], c)), true],
  [/^~~([^]+?)~~/, (m, c) => el("s", {}, inline(m[1], c))],
  [/^\|\|([^]+?)\|\|/, (m, c) => spoiler(inline(m[1], c))],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"\n]*")?\)/, (m, c) => link(m[2], inline(m[1], c), c)],
  [/^<(https?:\/\/[^\s>]+)>/, (m, c) => link(m[1], m[1], c)],
  [/^https?:\/\/[^\s<]*[^\s<.,:;"'\])]/, (m, c) => link(m[0], m[0], c)],
  [/^<@!?(\d+)>/, (m, c) => el("span", { class: c.isMe(m[1]) ? "mention me" : "mention" }, `@${c.person(m[1])}`)],
  [/^<#(\d+)>/, (m, c) => el("button", { class: "mention", type: "button", onclick: () => c.goTo(m[1]) }, `#${c.channel(m[1])}`)],
  [/^<@&(\d+)>/, () => el("span", { class: "mention" }, "@role")],
  [/^<\/([^:>]+):\d+>/, (m, c) => el("button", { class: "mention", type: "button", onclick: () => c.command(m[1]) }, `/${m[1]}`)],
  [/^<a?:(\w+):\d+>/, (m) => `:${m[1]}:`],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => time(Number(m[1]), m[2] || "f")],
];
const SPECIAL = /[\\`*_~|[<h]/;

// A link to a place in Discord leads to that place on this page.
const PLACE = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;
export const placeOf = (href) => { const found = PLACE.exec(href || ""); return found && { channel: found[1], message: found[2] }; };

function link(href, text, context) {
  const place = placeOf(href);
  if (!place) return el("a", { href, target: "_blank", rel: "noopener noreferrer" }, text);
  const name = text === href ? `#${context.channel(place.channel)}${place.message ? " › message" : ""}` : text;
  return el("button", { class: text === href ? "mention" : "plain", type: "button", onclick: () => context.goTo(place.channel, place.message) }, name);
}

function spoiler(children) {
  return el("span", {
    class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler, press to show",
    onclick: (event) => event.currentTarget.classList.add("shown"),
    onkeydown: (event) => { if (event.key === "Enter") event.currentTarget.classList.add("shown"); },
  }, children);
}

export function time(seconds, style) {
  const moment = new Date(seconds * 1000);
  const forms = {
    t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
    f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
  };
  const text = style === "R" ? relative(seconds) : moment.toLocaleString("en-GB", forms[style]);
  return el("time", { datetime: moment.toISOString(), title: moment.toLocaleString("en-GB"), class: "stamp" }, text);
}

function relative(seconds) {
  const away = seconds - Date.now() / 1000;
  const units = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const [unit, size] = units.find(([, length]) => Math.abs(away) >= length) || units[5];
  return new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" }).format(Math.round(away / size), unit);
}

// One line's worth (or several lines') of text with its marks.
export function inline(text, context) {
  const parts = [];
  let plain = "", rest = text;
  while (rest) {
    const before = plain.slice(-1);
    const rule = SPECIAL.test(rest[0]) && RULES.find(([pattern, , wordStart]) =>
      pattern.test(rest) && !(wordStart && /\w/.test(before)));
    if (rule) {
      const match = rule[0].exec(rest);
      const made = rule[1](match, context);
      if (typeof made === "string") plain += made;
      else { if (plain) parts.push(plain); plain = ""; parts.push(made); }
      rest = rest.slice(match[0].length);
    } else {
      plain += rest[0];
      rest = rest.slice(1);
    }
  }
  if (plain) parts.push(plain);
  return parts;
}

// A whole text: headings, lists, quotes, code blocks, paragraphs.
export function markdown(text, context) {
  const blocks = [];
  const lines = text.split("\n");
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) blocks.push(el("p", {}, inline(paragraph.join("\n"), context)));
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    let match;
    if ((match = /^```(\w*)\s*$/.exec(line)) || (match = /^```(\w+)?(?=[^`]*$)/.exec(line))) {
      flush();
      const end = lines.findIndex((other, index) => index > at && other.includes("```"));
      const stop = end < 0 ? lines.length : end;
      const code = lines.slice(at + 1, stop);
      if (end >= 0 && lines[end] !== "```") code.push(lines[end].slice(0, lines[end].indexOf("```")));
      blocks.push(el("pre", { tabindex: "0" }, el("code", {}, code.join("\n"))));
      at = stop;
    } else if ((match = /^(#{1,3}) (.+)/.exec(line))) {
      flush();
      blocks.push(el(`h${match[1].length + 2}`, { class: `h${match[1].length}` }, inline(match[2], context)));
    } else if ((match = /^-# (.+)/.exec(line))) {
      flush();
      blocks.push(el("p", { class: "small" }, inline(match[1], context)));
    } else if (/^>>> /.test(line)) {
      flush();
      blocks.push(el("blockquote", {}, markdown([line.slice(4), ...lines.slice(at + 1)].join("\n"), context)));
      at = lines.length;
    } else if (/^> ?/.test(line) && line.startsWith(">")) {
      flush();
      const quoted = [];
      while (at < lines.length && /^>( |$)/.test(lines[at])) quoted.push(lines[at++].slice(2));
      if (!quoted.length) { paragraph.push(line); continue; }
      at--;
      blocks.push(el("blockquote", {}, markdown(quoted.join("\n"), context)));
    } else if (/^ *([-*]|\d+\.) +\S/.test(line)) {
      flush();
      const items = [];
      while (at < lines.length && /^ *([-*]|\d+\.) +\S/.test(lines[at])) items.push(lines[at++]);
      at--;
      blocks.push(list(items, context));
    } else if (!line.trim()) {
      if (paragraph.length) paragraph.push("");
    } else {
      paragraph.push(line);
    }
  }
  while (paragraph.length && !paragraph[paragraph.length - 1]) paragraph.pop();
  flush();
  return blocks;
}

function list(items, context) {
  const [, first, mark] = /^( *)([-*]|\d+\.)/.exec(items[0]);
  const ordered = /\d/.test(mark);
  const root = el(ordered ? "ol" : "ul", ordered ? { start: parseInt(mark, 10) } : {});
  for (let at = 0; at < items.length; at++) {
    const [, , text] = /^( *)(?:[-*]|\d+\.) +(.*)/.exec(items[at]);
    const item = el("li", {}, inline(text, context));
    const inner = [];
    while (at + 1 < items.length && /^ */.exec(items[at + 1])[0].length > first.length) inner.push(items[++at]);
    if (inner.length) item.append(list(inner, context));
    root.append(item);
  }
  return root;
}
