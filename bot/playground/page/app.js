// The page: who you are, where you are, what is there; the rest is in the modules beside it.

import { Composer } from "./composer.js";
import { $, avatar, colourOf, el, sign } from "./dom.js";
import { showForm } from "./forms.js";
import { Line } from "./line.js";
import { closeMenus } from "./menu.js";
import { drawMessage } from "./message.js";

const TEXT = 0, DIRECT = 1;
const FAILED = "The application did not respond";

const state = {
  me: null, bot: {}, people: [], servers: [], channels: [],
  here: null, messages: new Map(), more: false,
  unread: new Map(), called: new Map(), busy: new Map(), trouble: new Map(), states: new Map(), forms: new Set(),
};

// --- look-ups ------------------------------------------------------------------------------------

const personOf = (id) => state.people.find((one) => one.id === id);
const channelOf = (id) => state.channels.find((one) => one.id === id);
const indexOf = (id) => state.people.findIndex((one) => one.id === id);

const lookups = {
  get me() { return state.me; },
  isMe: (id) => id === state.me,
  person: (id) => (id === state.bot.id ? state.bot.name : personOf(id)?.name || "someone"),
  nameOf: (author) => (author.bot ? state.bot.name : lookups.person(author.id)),
  colour: (id) => colourOf(Math.max(0, indexOf(id))),
  channel: (id) => channelOf(id)?.name || "gone",
  people: () => state.people,
  channels: () => state.channels.filter((one) => one.kind === TEXT),
  goTo: async (id, message) => {
    if (!channelOf(id)) { complain("This channel is not there any more."); return; }
    if (id !== state.here) await enter(id);
    if (message) lookups.goToMessage(message);
  },
  goToMessage: (id) => {
    const target = $("messages").querySelector(`[data-id="${id}"]`);
    target?.scrollIntoView({ block: "center", behavior: "smooth" });
    target?.classList.add("found");
    setTimeout(() => target?.classList.remove("found"), 1500);
  },
  command: (path) => {
    const found = composer.commands.find((one) => one.path === path);
    if (found) composer.enter(found);
  },
};

// --- the websocket -------------------------------------------------------------------------------

const line = new Line({
  onOpen: async () => {
    complain("");
    await be(state.me || new URLSearchParams(location.search).get("as") || localStorage.getItem("me"));
  },
  onLost: () => complain("The playground is not running. Trying again…"),
  onEvent: (event) => events[event.kind]?.(event),
});

const events = {
  places(event) {
    surroundings(event);
    if (!channelOf(state.here)) enter(state.channels[0]?.id);
    else loadCommands();
  },
  message({ channel, message }) {
    const fresh = channel === state.here ? !state.messages.has(message.id) : !message.edited_timestamp;
    if (fresh) call(channel, message);
    if (channel !== state.here) return;
    const old = state.messages.get(message.id);
    state.messages.set(message.id, message);
    if (!old && message.author.id === state.bot.id) $("typing").textContent = "";
    place(message, !old);
    drawTurn();
  },
  gone({ channel, message }) {
    if (channel !== state.here) return;
    state.messages.delete(message);
    drawAll();
  },
  typing({ channel }) {
    if (channel !== state.here) return;
    $("typing").textContent = `${state.bot.name} is typing…`;
    clearTimeout(events.timer);
    events.timer = setTimeout(() => { $("typing").textContent = ""; }, 8000);
  },
  nudge({ user }) {
    state.called.set(user, (state.called.get(user) || 0) + 1);
    drawPeople();
  },
  answered(event) {
    state.states.set(event.interaction, event);
    if (state.states.size > 200) state.states.delete(state.states.keys().next().value);
    follow(event.interaction);
  },
};

function surroundings(said) {
  Object.assign(state, { me: said.me, bot: said.bot, people: said.people, servers: said.servers, channels: said.channels });
  drawPeople();
  drawPlaces();
}

// --- who and where -------------------------------------------------------------------------------

async function be(wanted) {
  const said = await line.ask("be", { user: wanted });
  const before = channelOf(state.here);
  state.called.delete(said.me);
  surroundings(said);
  localStorage.setItem("me", said.me);
  // Someone else's direct messages are not shown: their own instead.
  const direct = state.channels.find((one) => one.kind === DIRECT);
  const here = before?.kind === DIRECT ? direct?.id : state.here;
  await enter(channelOf(here) ? here : channelOf(localStorage.getItem("here"))?.id || state.channels[0]?.id);
}

async function enter(id) {
  if (!id) return;
  const moved = id !== state.here;
  if (moved) composer.leave();
  state.here = id;
  state.unread.delete(id);
  localStorage.setItem("here", id);
  closeSide();
  const said = await line.ask("open", { channel: id });
  state.messages = new Map(said.messages.map((one) => [one.id, one]));
  state.more = said.more;
  state.trouble.clear();
  const { name, kind } = channelOf(id);
  $("title").textContent = kind === DIRECT ? `@ ${name}` : kind === TEXT ? `# ${name}` : `› ${name}`;
  document.title = `${kind === DIRECT ? "@" : "#"}${name} · Roundhouse playground`;
  composer.setPlace(kind === DIRECT ? `@${name}` : `#${name}`, said.commands);
  drawPlaces();
  drawAll();
  drawTurn();
  toBottom();
}

async function loadCommands() {
  const said = await line.ask("open", { channel: state.here });
  const { name, kind } = channelOf(state.here);
  composer.setPlace(kind === DIRECT ? `@${name}` : `#${name}`, said.commands);
}

// A new message calls those it names: badges on the people, a count on the channel.
function call(channel, message) {
  for (const id of message.pings) {
    if (id !== state.me) state.called.set(id, (state.called.get(id) || 0) + 1);
  }
  if (channel !== state.here) {
    const count = state.unread.get(channel) || { messages: 0, pings: 0 };
    count.messages += 1;
    if (message.pings.includes(state.me) || channelOf(channel)?.kind === DIRECT) count.pings += 1;
    state.unread.set(channel, count);
    drawPlaces();
  }
  drawPeople();
}

function drawPeople() {
  const focused = document.activeElement?.closest?.("#people") !== null && document.activeElement !== document.body;
  $("people").replaceChildren(...state.people.map((one, index) => {
    const called = state.called.get(one.id);
    const mine = one.id === state.me;
    return el("button", {
      class: mine ? "person mine" : "person", type: "button", role: "radio", "aria-checked": mine ? "true" : "false",
      tabindex: mine ? "0" : "-1", title: `${mine ? "You are" : "Be"} ${one.name}${one.manages ? ", who manages the server" : ""} (Alt+${index + 1})`,
      "aria-label": `${one.name}${called ? `, called ${called} times` : ""}`,
      onclick: () => be(one.id),
      onkeydown: (event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (by) { event.preventDefault(); event.stopPropagation(); be(state.people[(indexOf(state.me) + by + state.people.length) % state.people.length].id); }
      },
    }, avatar(one.name, colourOf(index)), el("span", { class: "person-name" }, one.name, one.manages ? " ★" : ""),
    called ? el("span", { class: "count", "aria-hidden": "true" }, called) : "");
  }));
  const mine = $("people").querySelector(".mine");
  if (focused) mine?.focus({ preventScroll: true });
  if (mine) $("people").scrollLeft = Math.max(0, mine.offsetLeft - $("people").clientWidth / 2 + mine.offsetWidth / 2);
}

function drawPlaces() {
  const link = (one, depth = 0) => {
    const count = state.unread.get(one.id);
    return el("button", {
      class: ["place", one.id === state.here && "here", count && "unread", depth && "thread"].filter(Boolean).join(" "),
      type: "button", "aria-current": one.id === state.here ? "page" : undefined, onclick: () => enter(one.id),
    }, el("span", { "aria-hidden": "true" }, one.kind === DIRECT ? "@" : one.kind === TEXT ? "#" : sign("thread")), ` ${one.name}`,
    count?.pings ? el("span", { class: "count", "aria-label": `${count.pings} new for you` }, count.pings) : "");
  };
  const groups = state.servers.map((server) => {
    const own = state.channels.filter((one) => one.server === server.id);
    if (!own.length) return "";
    return el("section", {}, el("h2", {}, server.name), own.filter((one) => one.kind === TEXT).map((one) =>
      [link(one), own.filter((thread) => thread.parent === one.id && !thread.archived).map((thread) => link(thread, 1))]));
  });
  const direct = state.channels.filter((one) => one.kind === DIRECT);
  $("places").replaceChildren(...groups, direct.length ? el("section", {}, el("h2", {}, "Direct messages"), direct.map((one) => link(one))) : "");
  const others = [...state.unread.values()].reduce((sum, one) => sum + one.pings, 0);
  $("menu").classList.toggle("called", others > 0);
}

// Whose turn the last call was, when it is not yours: one press makes you that person.
function drawTurn() {
  const last = [...state.messages.values()].reverse().find((one) => one.author.id === state.bot.id && !one.private && one.pings.length);
  const names = last && !last.pings.includes(state.me) ? last.pings.map(personOf).filter(Boolean) : [];
  $("turn").replaceChildren(...(names.length ? [
    el("span", {}, `Called last: ${names.map((one) => one.name).join(", ")}`),
    ...names.slice(0, 3).map((one) => el("button", { class: "b small-b secondary", type: "button", onclick: () => be(one.id) }, `Be ${one.name}`)),
  ] : []));
}

// --- messages ------------------------------------------------------------------------------------

function contextOf(message) {
  return Object.assign(Object.create(lookups), {
    busy: state.busy.get(message.id), trouble: state.trouble.get(message.id),
    press: (part, element) => act(message, "press", { part }, element),
    choose: (part, values, element) => act(message, "choose", { part, values }, element),
    dismiss: () => line.ask("delete", { channel: state.here, message: message.id }).catch((reason) => complain(reason.message)),
  });
}

const list = () => [...state.messages.values()].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));

function follows(message, before) {
  return Boolean(before) && before.author.id === message.author.id && !message.asked && !message.referenced_message
    && before.private === message.private && new Date(message.timestamp) - new Date(before.timestamp) < 300000;
}

function drawAll() {
  closeMenus();
  const all = list();
  $("older").hidden = !state.more;
  $("messages").replaceChildren(...all.map((one, index) => drawMessage(one, follows(one, all[index - 1]), contextOf(one))));
  if (!all.length) $("messages").append(el("li", { class: "empty" }, el("p", {}, "Nothing here yet."), el("p", {}, "Type ", el("kbd", {}, "/"), " to see what can be done.")));
}

// Draw one message anew, in its place, with the focus where it was.
function place(message, fresh) {
  const stick = nearBottom();
  const root = $("messages");
  root.querySelector(".empty")?.remove();
  const old = root.querySelector(`[data-id="${message.id}"]`);
  const all = list(), at = all.findIndex((one) => one.id === message.id);
  const drawn = drawMessage(message, follows(message, all[at - 1]), contextOf(message));
  if (old) {
    const key = old.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const menuOpen = old.querySelector(".menu-sheet");
    if (menuOpen) closeMenus();
    old.replaceWith(drawn);
    if (key) (drawn.querySelector(`[data-key="${CSS.escape(key)}"]`) || drawn.querySelector("button"))?.focus({ preventScroll: true });
  } else if (at === all.length - 1) root.append(drawn);
  else drawAll();
  if (stick) toBottom(); else if (fresh) $("newer").hidden = false;
}

const nearBottom = () => $("scroll").scrollHeight - $("scroll").scrollTop - $("scroll").clientHeight < 120;
function toBottom() {
  $("scroll").scrollTop = $("scroll").scrollHeight;
  $("newer").hidden = true;
}

async function act(message, what, fields, element) {
  if (state.busy.has(message.id)) return;
  state.trouble.delete(message.id);
  element?.classList.add("pressed");
  const pressed = element?.dataset.key;
  state.busy.set(message.id, pressed || true);
  element?.closest(".message")?.setAttribute("aria-busy", "true");
  try {
    const { interaction } = await line.ask(what, { channel: message.channel_id, message: message.id, ...fields });
    watch(interaction, message.id);
  } catch (reason) {
    settle(message.id, reason.message);
  }
}

// Wait for the answer to an interaction: of a message's component, or (without one) of a command or form.
const watched = new Map();
function watch(interaction, message, onFailed) {
  watched.set(interaction, { message, onFailed });
  follow(interaction);
}

function follow(interaction) {
  const now = state.states.get(interaction), asked = watched.get(interaction);
  if (!now || !asked) return;
  watched.delete(interaction);
  if (asked.message) settle(asked.message, now.failed ? "This interaction failed" : "");
  else if (now.failed) (asked.onFailed || (() => complain(FAILED)))();
  if (now.modal && !state.forms.has(interaction)) {
    state.forms.add(interaction);
    showForm(now.modal, lookups, async (values) => {
      const said = await line.ask("submit", { interaction, values });
      watch(said.interaction, null);
    });
  }
}

function settle(id, trouble) {
  state.busy.delete(id);
  if (trouble) state.trouble.set(id, trouble);
  const message = state.messages.get(id);
  if (message) place(message, false);
}

let complaint;
function complain(text) {
  const box = $("trouble");
  box.textContent = text;
  box.hidden = !text;
  clearTimeout(complaint);
  if (text && !text.endsWith("…")) complaint = setTimeout(() => complain(""), 8000);
}

// --- the rest of the page ------------------------------------------------------------------------

const composer = new Composer($("composer"), {
  say: (text) => line.ask("say", { channel: state.here, text }),
  slash: async (command, options) => {
    const { interaction } = await line.ask("slash", { channel: state.here, command, options });
    watch(interaction, null, () => complain(`/${command}: ${FAILED}`));
    toBottom();
  },
  suggest: (command, option, typed, others) => line.ask("suggest", { channel: state.here, command, option, typed, others }),
  people: lookups.people,
  channels: lookups.channels,
});

function closeSide() {
  document.body.classList.remove("side-open");
  $("menu").setAttribute("aria-expanded", "false");
  $("curtain").hidden = true;
}
$("menu").addEventListener("click", () => {
  const opened = document.body.classList.toggle("side-open");
  $("menu").setAttribute("aria-expanded", opened);
  $("curtain").hidden = !opened;
  if (opened) $("places").querySelector("button")?.focus();
});
$("curtain").addEventListener("click", closeSide);
$("newer").addEventListener("click", toBottom);
$("scroll").addEventListener("scroll", () => { if (nearBottom()) $("newer").hidden = true; });
$("older").addEventListener("click", async () => {
  const first = list()[0], height = $("scroll").scrollHeight;
  const said = await line.ask("older", { channel: state.here, before: first.id });
  state.messages = new Map([...said.messages.map((one) => [one.id, one]), ...state.messages]);
  state.more = said.more;
  drawAll();
  $("scroll").scrollTop += $("scroll").scrollHeight - height;
});
$("help-open").addEventListener("click", () => $("help").showModal());
new ResizeObserver(() => { if (stuck) toBottom(); }).observe($("messages"));
let stuck = true;
$("scroll").addEventListener("scroll", () => { stuck = nearBottom(); });

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea, select");
  if (event.altKey && /^[1-9]$/.test(event.key)) {
    const one = state.people[Number(event.key) - 1];
    if (one) { event.preventDefault(); be(one.id); }
  } else if (event.altKey && ["ArrowUp", "ArrowDown"].includes(event.key)) {
    event.preventDefault();
    const all = [...$("places").querySelectorAll(".place")], at = all.findIndex((one) => one.classList.contains("here"));
    all[(at + (event.key === "ArrowDown" ? 1 : -1) + all.length) % all.length]?.click();
  } else if (event.key === "/" && !typing && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    composer.leave();
    composer.text.value = "/";
    composer.text.focus();
  } else if (event.key === "Escape") closeSide();
});
