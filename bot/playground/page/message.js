// One message: who, when, in answer to what, and everything in it.

import { avatar, el, local, sign } from "./dom.js";
import { markdown } from "./markdown.js";
import { embed, parts } from "./parts.js";
import { picture } from "./pictures.js";

const V2 = 1 << 15;
const clock = (iso) => new Date(iso).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });

function dayAndTime(iso) {
  const moment = new Date(iso), today = new Date();
  const day = moment.toDateString() === today.toDateString() ? "" : `${moment.toLocaleDateString("en-GB", { day: "numeric", month: "short" })}, `;
  return `${day}${clock(iso)}`;
}

// What could be read aloud of a message, for one-line quotations.
export function gist(message) {
  const words = [message.content];
  const visit = (list) => list.forEach((part) => {
    if (part.type === 10) words.push(part.content);
    visit(part.components || []);
  });
  visit(message.components);
  message.embeds.forEach((one) => words.push(one.title, one.description));
  const text = words.filter(Boolean).join(" ").replace(/<@!?(\d+)>/g, "").replace(/[*_`#>~|]|-#/g, "").trim();
  return text || (message.attachments.length ? "a picture" : "a message");
}

// `context`: look-ups for mentions, acts on components, `busy` and `trouble` of this message, dismiss and reply.
export function drawMessage(message, follows, context) {
  const author = message.author;
  const mine = author.id === context.me;
  const pinged = message.pings.includes(context.me);
  const classes = ["message", follows && "follows", pinged && "pinged", message.private && "private"].filter(Boolean);
  const body = el("div", { class: "body" });
  const item = el("li", { class: classes.join(" "), "data-id": message.id, "data-edited": message.edited_timestamp || message.timestamp, "aria-busy": context.busy ? "true" : undefined });

  if (message.asked) {
    item.append(el("div", { class: "lead-in" }, el("span", { class: "mention" }, context.person(message.asked.user)), " used ",
      el("button", { class: "mention", type: "button", onclick: () => context.command(message.asked.command.replace(/^\//, "")) },
        `/${message.asked.command.replace(/^\//, "")}`)));
  } else if (message.referenced_message) {
    const target = message.referenced_message;
    item.append(el("button", { class: "lead-in quote", type: "button", onclick: () => context.goToMessage(target.id) },
      el("b", {}, context.nameOf(target.author)), " ", gist(target).slice(0, 120)));
  }
  if (!follows) {
    item.append(author.bot
      ? el("img", { class: "avatar", src: "/page/icon.svg", alt: "", width: 40, height: 40 })
      : avatar(context.nameOf(author), context.colour(author.id)));
    body.append(el("div", { class: "who" },
      el("b", { class: mine ? "me" : "" }, context.nameOf(author)),
      author.bot && el("span", { class: "badge" }, "APP"),
      el("time", { datetime: message.timestamp }, dayAndTime(message.timestamp))));
  }
  if (message.loading) {
    body.append(el("p", { class: "thinking" }, `${context.nameOf(author)} is thinking`, el("span", { class: "dots", "aria-hidden": "true" })));
  } else {
    if (message.content) body.append(el("div", { class: "text" }, markdown(message.content, context)));
    body.append(...message.embeds.map((one) => embed(one, context)));
    if (!(message.flags & V2)) body.append(...loose(message));
    if (message.components.length) body.append(el("div", { class: "parts" }, parts(message.components, context)));
  }
  if (message.edited_timestamp && !message.loading) {
    body.append(el("span", { class: "edited", title: dayAndTime(message.edited_timestamp) }, "(edited)"));
  }
  if (message.reactions) {
    body.append(el("div", { class: "reactions" }, message.reactions.map((one) => el("span", {}, `${one.emoji.name} ${one.count}`))));
  }
  if (context.busy) item.querySelectorAll?.("button[data-key]").forEach((button) => { button.disabled = true; });
  if (context.trouble) body.append(el("p", { class: "failed", role: "alert" }, context.trouble));
  if (message.private) {
    body.append(el("p", { class: "only" }, sign("eye"), "Only you can see this · ",
      el("button", { class: "plain", type: "button", onclick: context.dismiss }, "Dismiss message")));
  }
  if (message.thread) {
    body.append(el("button", { class: "thread-link", type: "button", onclick: () => context.goTo(message.thread.id) },
      sign("thread"), `${message.thread.name} ›`));
  }
  item.append(body);
  return item;
}

// Attachments that no component shows.
function loose(message) {
  const shown = JSON.stringify(message.embeds);
  const files = message.attachments.filter((file) => !shown.includes(`/${file.id}/`));
  const pictures = files.filter((file) => file.width);
  const others = files.filter((file) => !file.width);
  return [
    pictures.length ? el("div", { class: `gallery of-${Math.min(pictures.length, 4)}` }, pictures.map((file) => picture(file, file.description))) : null,
    ...others.map((file) => el("a", { class: "file", href: local(file.url), download: file.filename },
      sign("file"), file.filename, el("small", {}, ` ${Math.max(1, Math.round(file.size / 1024))} kB`))),
  ].filter(Boolean);
}
