// Components of a message: classic rows and components v2.

import { el, emojiText, local, sign } from "./dom.js";
import { markdown, placeOf } from "./markdown.js";
import { menu } from "./menu.js";
import { picture } from "./pictures.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

// `context` has the look-ups for mentions, and press(custom_id, element) and choose(custom_id, values, element).
export const parts = (list, context) => list.map((part) => draw(part, context));

const hex = (colour) => `#${colour.toString(16).padStart(6, "0")}`;

function draw(part, context) {
  switch (part.type) {
    case 1: return el("div", { class: "row" }, parts(part.components, context));
    case 2: return button(part, context);
    case 3: case 5: case 6: case 7: case 8: return menu(part, context);
    case 9: return el("div", { class: "section" },
      el("div", { class: "section-text" }, parts(part.components, context)),
      el("div", { class: "accessory" }, draw(part.accessory, context)));
    case 10: return el("div", { class: "text" }, markdown(part.content, context));
    case 11: return picture(part.media, part.description, "thumbnail");
    case 12: return el("div", { class: `gallery of-${Math.min(part.items.length, 4)}` },
      part.items.map((item) => picture(item.media, item.description)));
    case 13: return el("a", { class: "file", href: local(part.file.url), download: "" },
      sign("file"), decodeURIComponent(part.file.url.split("/").pop()));
    case 14: return el("hr", { class: `${part.divider === false ? "bare" : ""} ${part.spacing === 2 ? "wide" : ""}` });
    case 17: return el("div", {
      class: "container",
      style: part.accent_color === undefined || part.accent_color === null ? {} : { "border-left-color": hex(part.accent_color) },
    }, parts(part.components, context));
    default: return el("p", { class: "small" }, `(a component of type ${part.type})`);
  }
}

function button(part, context) {
  const inside = [part.emoji && el("span", { class: "emoji", "aria-hidden": part.label ? "true" : undefined }, emojiText(part.emoji)), part.label && el("span", {}, part.label)];
  const place = part.style === 5 && placeOf(part.url);
  if (place) {
    return el("button", { class: "b secondary", type: "button", onclick: () => context.goTo(place.channel, place.message) }, inside, " ↗");
  }
  if (part.style === 5) {
    return el("a", { class: "b secondary", href: part.url, target: "_blank", rel: "noopener noreferrer" }, inside, " ↗");
  }
  return el("button", {
    class: `b ${STYLES[part.style]}`, type: "button", disabled: part.disabled, "data-key": part.custom_id,
    onclick: (event) => context.press(part.custom_id, event.currentTarget),
  }, inside);
}

export function embed(one, context) {
  const box = el("div", { class: "embed", style: one.color ? { "border-left-color": hex(one.color) } : {} });
  const main = el("div", { class: "embed-text" });
  if (one.author) main.append(el("div", { class: "embed-author" }, one.author.name));
  if (one.title) {
    main.append(el("div", { class: "embed-title" }, one.url
      ? el("a", { href: one.url, target: "_blank", rel: "noopener noreferrer" }, one.title) : markdown(one.title, context)));
  }
  if (one.description) main.append(el("div", { class: "text" }, markdown(one.description, context)));
  if (one.fields?.length) {
    main.append(el("div", { class: "fields" }, one.fields.map((field) =>
      el("div", { class: field.inline ? "field inline" : "field" },
        el("div", { class: "field-name" }, markdown(field.name, context)),
        el("div", { class: "text" }, markdown(field.value, context))))));
  }
  box.append(main);
  if (one.thumbnail) box.append(picture(one.thumbnail, "", "thumbnail"));
  if (one.image) box.append(el("div", { class: "embed-image" }, picture(one.image, one.title || "")));
  const foot = [one.footer?.text, one.timestamp && new Date(one.timestamp).toLocaleString("en-GB")].filter(Boolean);
  if (foot.length) box.append(el("div", { class: "embed-foot" }, foot.join(" · ")));
  return box;
}
