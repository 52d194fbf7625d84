// The message box: text, or a slash command with one field for each option and suggestions for it.

import { el, newId } from "./dom.js";

const BOOLEAN = 5, USER = 6, CHANNEL = 7, MENTIONABLE = 9;

export class Composer {
  // `on`: say(text), slash(path, values), suggest(path, option, typed, others), people(), channels()
  constructor(form, on) {
    Object.assign(this, { form, on, commands: [], command: null, fields: new Map(), asked: 0, pending: null });
    this.listId = newId("suggestions");
    this.list = el("div", { class: "suggestions", role: "listbox", id: this.listId, "aria-label": "Suggestions", hidden: true });
    this.text = el("textarea", {
      rows: 1, "aria-label": "Message, or / for a command", "aria-controls": this.listId, "aria-autocomplete": "list",
      oninput: () => this.typed(), onkeydown: (event) => this.key(event), onblur: () => this.hideSoon(), onfocus: () => this.typed(),
    });
    this.line = el("div", { class: "command-line", hidden: true });
    this.trouble = el("p", { class: "failed", role: "alert", hidden: true });
    this.hint = el("p", { class: "hint", hidden: true });
    this.go = el("button", { class: "icon send", type: "submit", "aria-label": "Send" }, "➤");
    form.append(this.list, this.hint, this.trouble, el("div", { class: "box" },
      el("button", { class: "icon", type: "button", "aria-label": "Commands", title: "Commands",
        onclick: () => { this.leave(); this.text.value = "/"; this.text.focus(); this.typed(); } }, "/"),
      this.text, this.line, this.go));
    form.addEventListener("submit", (event) => { event.preventDefault(); this.send(); });
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.options = [];
    this.at = -1;
  }

  setPlace(name, commands) {
    this.commands = commands.sort((a, b) => a.path.localeCompare(b.path));
    this.text.placeholder = `Message ${name}, or / for a command`;
    if (this.command && !commands.some((one) => one.path === this.command.path)) this.leave();
  }

  focus() { (this.command ? this.line.querySelector("input") || this.go : this.text).focus(); }

  // --- suggestions -------------------------------------------------------------------------------

  show(options) {
    this.options = options;
    this.at = options.length ? 0 : -1;
    this.list.hidden = !options.length;
    this.list.replaceChildren(...options.map((one, index) => el("div", {
      class: "suggestion", role: "option", id: `${this.listId}-${index}`, "aria-selected": index === 0 ? "true" : "false",
      onclick: () => this.take(one),
    }, el("b", {}, one.label), one.help && el("span", {}, one.help))));
    this.mark();
  }

  mark() {
    [...this.list.children].forEach((child, index) => child.setAttribute("aria-selected", index === this.at));
    this.list.children[this.at]?.scrollIntoView({ block: "nearest" });
    const focus = document.activeElement;
    if (this.form.contains(focus)) {
      if (this.at >= 0 && !this.list.hidden) focus.setAttribute("aria-activedescendant", `${this.listId}-${this.at}`);
      else focus.removeAttribute("aria-activedescendant");
    }
  }

  hide() { this.show([]); this.asked++; }
  hideSoon() { setTimeout(() => { if (!this.form.contains(document.activeElement)) this.hide(); }, 120); }

  take(one) {
    if (one.command) { this.enter(one.command); return; }
    const field = this.fields.get(one.option);
    field.taken = one;
    field.input.value = one.label;
    field.fit();
    this.hide();
    this.next(field);
  }

  // Arrow keys move in the list; returns whether the key was for it.
  listKey(event) {
    if (this.list.hidden) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const count = this.options.length;
      this.at = (this.at + (event.key === "ArrowDown" ? 1 : -1) + count) % count;
      this.mark();
    } else if (event.key === "Escape") { event.stopPropagation(); this.hide(); }
    else return false;
    event.preventDefault();
    return true;
  }

  // --- plain text --------------------------------------------------------------------------------

  typed() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 200)}px`;
    const typed = this.text.value;
    if (!typed.startsWith("/") || typed.includes("\n")) { this.hide(); return; }
    const words = typed.slice(1).toLowerCase();
    // A whole name and a space: on to its options, with what may have been pasted after it.
    const whole = this.commands.filter((one) => `${words} `.startsWith(`${one.path} `)).sort((a, b) => b.path.length - a.path.length)[0];
    if (whole && words.length > whole.path.length && !this.commands.some((one) => one.path !== whole.path && one.path.startsWith(words))) {
      this.enter(whole, typed.slice(1 + whole.path.length));
      return;
    }
    const fits = this.commands.filter((one) => one.path.startsWith(words) || one.path.split(" ").some((word) => words && word.startsWith(words)));
    const first = fits.filter((one) => one.path.startsWith(words));
    this.show([...first, ...fits.filter((one) => !first.includes(one))].map((one) => ({ label: `/${one.path}`, help: one.description, command: one })));
  }

  key(event) {
    if (event.isComposing) return;
    if (this.listKey(event)) return;
    if (event.key === "Tab" && this.at >= 0) { event.preventDefault(); this.take(this.options[this.at]); }
    else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (this.at >= 0) this.take(this.options[this.at]); else this.send();
    }
  }

  // --- a command ---------------------------------------------------------------------------------

  enter(command, rest = "") {
    this.command = command;
    this.fields.clear();
    this.text.value = "";
    this.text.hidden = true;
    this.line.hidden = false;
    this.complain("");
    this.hide();
    this.line.replaceChildren(el("span", { class: "command-name" }, `/${command.path}`));
    this.more = el("span", { class: "more-options" });
    this.line.append(this.more);
    command.options.filter((one) => one.required).forEach((one) => this.add(one));
    this.offer();
    const given = [...rest.matchAll(/([-\w]+):\s*("[^"]*"|.*?)(?=\s+[-\w]+:|$)/g)];
    for (const [, name, value] of given) {
      const option = command.options.find((one) => one.name === name);
      if (!option) continue;
      const field = this.fields.get(name) || this.add(option);
      field.input.value = value.replace(/^"(.*)"$/, "$1").trim();
      field.fit();
    }
    const first = [...this.fields.values()].find((field) => !field.input.value);
    if (first) first.input.focus(); else if (this.fields.size) [...this.fields.values()].pop().input.focus(); else this.line.querySelector("button")?.focus();
    if (!command.options.length) this.go.focus();
  }

  leave() {
    this.command = null;
    this.fields.clear();
    this.line.hidden = true;
    this.line.replaceChildren();
    this.hint.hidden = true;
    this.text.hidden = false;
    this.complain("");
    this.hide();
  }

  add(option) {
    const input = el("input", {
      type: "text", "aria-label": `${option.name}: ${option.description}`, title: option.description, role: "combobox",
      "aria-controls": this.listId, "aria-autocomplete": "list", spellcheck: "false", autocapitalize: "off",
      inputmode: option.type === 4 ? "numeric" : option.type === 10 ? "decimal" : undefined, "data-option": option.name,
    });
    const field = { option, input, taken: null, fit: () => { input.style.width = `${Math.max(4, input.value.length + 1)}ch`; } };
    input.addEventListener("input", () => {
      if (this.named(field)) return;
      field.fit();
      this.suggest(field);
    });
    input.addEventListener("focus", () => { this.suggest(field); this.describe(option); });
    input.addEventListener("blur", () => this.hideSoon());
    input.addEventListener("keydown", (event) => this.fieldKey(event, field));
    const box = el("label", { class: "option" }, el("span", {}, option.name), input);
    if (!option.required) {
      box.append(el("button", { class: "plain", type: "button", "aria-label": `Without ${option.name}`, tabindex: "-1",
        onclick: () => { this.fields.delete(option.name); box.remove(); this.offer(); } }, "×"));
    }
    field.box = box;
    this.fields.set(option.name, field);
    this.more.before(box);
    field.fit();
    return field;
  }

  // "tile:" typed in any field leads to that option's own field.
  named(field) {
    const match = /(?:^|\s)([-\w]+):$/.exec(field.input.value);
    const option = match && this.command.options.find((one) => one.name === match[1]);
    if (!option) return false;
    field.input.value = field.input.value.slice(0, match.index).trimEnd();
    field.fit();
    const target = this.fields.get(option.name) || this.add(option);
    this.offer();
    target.input.value = "";
    target.input.focus();
    return true;
  }

  // Optional options not yet there; a long row of them is folded.
  offer(all = false) {
    const left = this.command.options.filter((one) => !this.fields.has(one.name));
    const folded = !all && left.length > 8 ? left.splice(6) : [];
    const rest = folded.length ? el("button", { class: "add-option", type: "button",
      title: folded.map((one) => one.name).join(", "), onclick: () => this.offer(true) }, `${folded.length} more…`) : "";
    this.more.replaceChildren(...left.map((one) => el("button", {
      class: "add-option", type: "button", title: one.description,
      onclick: () => { const field = this.add(one); this.offer(); field.input.focus(); },
    }, `+ ${one.name}`)), rest);
  }

  describe(option) {
    const bounds = [Math.abs(option.min_value) < 1e9 && `from ${option.min_value}`, Math.abs(option.max_value) < 1e9 && `to ${option.max_value}`].filter(Boolean).join(" ");
    this.hint.replaceChildren(el("b", {}, option.name), ` ${option.description}${bounds ? ` (${bounds})` : ""}`);
    this.hint.hidden = false;
  }

  fieldKey(event, field) {
    if (event.isComposing || this.listKey(event)) return;
    const onward = event.key === "Enter" || (event.key === "Tab" && !event.shiftKey);
    if (onward && this.pending) {
      // What is listed is still for what was typed before: decide when the answer is there.
      event.preventDefault();
      this.pending.then(() => this.confirm(field, event.key));
    } else if (onward && (event.key === "Enter" || !this.list.hidden)) {
      event.preventDefault();
      this.confirm(field, event.key);
    } else if (event.key === "Escape") { this.leave(); this.text.focus(); }
    else if (event.key === "Backspace" && !field.input.value) {
      event.preventDefault();
      const names = [...this.fields.keys()], at = names.indexOf(field.option.name);
      if (at > 0) this.fields.get(names[at - 1]).input.focus();
      else { const path = this.command.path; this.leave(); this.text.value = `/${path}`; this.text.focus(); }
    }
  }

  confirm(field, key) {
    if (!this.fields.has(field.option.name)) return;
    const chosen = !this.list.hidden && this.options[this.at];
    const typed = field.input.value.trim().toLowerCase();
    if (chosen && typed && [chosen.label, String(chosen.value)].some((text) => text.toLowerCase() === typed)) {
      field.taken = chosen;
      field.input.value = chosen.label;
      field.fit();
      this.hide();
      this.next(field, key === "Enter");
    } else if (chosen && (typed || this.at > 0 || field.option.required)) this.take(chosen);
    else this.next(field, key === "Enter");
  }

  // On to the first field that is still needed; `thenSend` sends when there is none.
  next(field, thenSend = false) {
    const empty = [...this.fields.values()].find((one) => one !== field && !one.input.value && one.option.required);
    if (empty) empty.input.focus();
    else if (thenSend) this.send();
    else { field.input.focus(); this.hide(); }
  }

  suggest(field) {
    const work = this.find(field).finally(() => { if (this.pending === work) this.pending = null; });
    this.pending = field.option.autocomplete ? work : null;
  }

  async find(field) {
    const { option, input } = field, typed = input.value.trim(), low = typed.toLowerCase();
    const ticket = ++this.asked;
    let found = [];
    if (option.choices?.length) {
      found = option.choices.map((one) => ({ label: one.name, value: one.value }));
    } else if (option.type === BOOLEAN) {
      found = [{ label: "True", value: true }, { label: "False", value: false }];
    } else if (option.type === USER || option.type === MENTIONABLE) {
      found = this.on.people().map((one) => ({ label: one.name, value: one.id }));
    } else if (option.type === CHANNEL) {
      found = this.on.channels().map((one) => ({ label: `#${one.name}`, value: one.id }));
    }
    if (option.autocomplete) {
      this.list.setAttribute("aria-busy", "true");
      try {
        const { choices, failed } = await this.on.suggest(this.command.path, option.name, typed, this.values(option.name));
        found = (choices || []).map((one) => ({ label: one.name, value: one.value }));
        if (failed && ticket === this.asked) this.complain("Loading the suggestions failed.");
      } catch (reason) {
        if (ticket === this.asked) this.complain(reason.message);
      }
      this.list.removeAttribute("aria-busy");
    } else {
      found = found.filter((one) => field.taken?.label === typed || one.label.toLowerCase().includes(low));
    }
    if (ticket !== this.asked || document.activeElement !== input) return;
    this.show(found.map((one) => ({ ...one, option: option.name })));
    const exact = found.findIndex((one) => [one.label, String(one.value)].some((text) => text.toLowerCase() === low));
    if (exact > 0) { this.at = exact; this.mark(); }
  }

  // What is filled in, by option; a suggestion's value if one was taken or is named exactly.
  values(except) {
    const values = {};
    for (const [name, field] of this.fields) {
      if (name === except || !field.input.value.trim()) continue;
      const text = field.input.value.trim();
      values[name] = field.taken?.label === text ? field.taken.value : text;
    }
    return values;
  }

  complain(text) {
    this.trouble.textContent = text;
    this.trouble.hidden = !text;
  }

  async send() {
    try {
      if (this.command) {
        const values = this.values();
        const missing = [...this.fields.values()].find((one) => one.option.required && !(one.option.name in values));
        if (missing) { this.complain(`${missing.option.name} is needed: ${missing.option.description}`); missing.input.focus(); return; }
        await this.on.slash(this.command.path, values);
        this.leave();
        this.text.focus();
      } else if (this.text.value.startsWith("/")) {
        const command = this.commands.find((one) => one.path === this.text.value.slice(1).trim());
        if (command) this.enter(command); else this.complain("There is no such command here.");
      } else if (this.text.value.trim()) {
        await this.on.say(this.text.value.trim());
        this.text.value = "";
        this.typed();
        this.complain("");
      }
    } catch (reason) {
      this.complain(reason.message);
    }
  }
}
