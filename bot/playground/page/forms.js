// Modals: a form over the page.

import { $, el, newId } from "./dom.js";
import { markdown } from "./markdown.js";

// Show the modal; `send(values)` gets the values by custom id and may reject with a sentence for the person.
export function showForm(modal, context, send) {
  const dialog = $("form");
  const fields = [];
  const trouble = el("p", { class: "failed", role: "alert", hidden: true });
  const rows = modal.components.map((part) => {
    if (part.type === 10) return el("div", { class: "text" }, markdown(part.content, context));
    const field = part.type === 1 ? part.components[0] : part.component;
    const made = draw(field, context);
    fields.push({ id: field.custom_id, read: made.read });
    const label = part.type === 1 ? field.label : part.label;
    const needed = field.required !== false && field.type !== 23 ? el("span", { class: "needed", title: "needed" }, " *") : "";
    const help = part.description ? el("small", { id: newId("help") }, part.description) : "";
    if (help) made.control.setAttribute("aria-describedby", help.id);
    return made.group
      ? el("fieldset", {}, el("legend", {}, label, needed), help, made.control)
      : el("div", { class: "field-row" }, el("label", { for: made.control.id }, label, needed), help, made.control);
  });
  const submit = el("button", { class: "b primary", type: "submit" }, "Submit");
  const title = el("h2", { id: newId("title") }, modal.title);
  const form = el("form", {
    novalidate: true,
    onsubmit: async (event) => {
      event.preventDefault();
      submit.disabled = true;
      trouble.hidden = true;
      try {
        await send(Object.fromEntries(fields.map((one) => [one.id, one.read()]).filter(([, value]) => value !== undefined)));
        dialog.close();
      } catch (reason) {
        trouble.textContent = reason.message;
        trouble.hidden = false;
        submit.disabled = false;
      }
    },
  }, title, rows, trouble,
  el("div", { class: "form-foot" }, el("button", { class: "b secondary", type: "button", onclick: () => dialog.close() }, "Cancel"), submit));
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.replaceChildren(form);
  dialog.showModal();
  form.querySelector("input, textarea, select")?.focus();
}

function draw(field, context) {
  const id = newId("field");
  if (field.type === 4) {
    const control = el(field.style === 2 ? "textarea" : "input", {
      id, placeholder: field.placeholder, maxlength: field.max_length, rows: field.style === 2 ? 4 : undefined,
    });
    control.value = field.value || "";
    return { control, read: () => control.value };
  }
  if (field.type === 23) {
    const control = el("input", { id, type: "checkbox", checked: field.default });
    return { control, read: () => control.checked };
  }
  if (field.type === 19) {
    const control = el("p", { id, class: "small" }, "(files cannot be given here)");
    return { control, read: () => undefined };
  }
  const options = field.type === 5 || field.type === 7 ? context.people().map((one) => ({ value: one.id, label: one.name }))
    : field.type === 8 ? context.channels().map((one) => ({ value: one.id, label: `#${one.name}` })) : field.options || [];
  const several = field.type === 22 || (field.type !== 21 && (field.max_values ?? 1) > 1);
  if (field.type === 21 || several) {
    const control = el("div", { id, class: "choices" }, options.map((option) => el("label", { class: "choice" },
      el("input", { type: several ? "checkbox" : "radio", name: id, value: option.value, checked: option.default }),
      el("span", {}, option.label, option.description && el("small", {}, option.description)))));
    return { control, group: true, read: () => [...control.querySelectorAll("input:checked")].map((input) => input.value) };
  }
  const control = el("select", { id },
    el("option", { value: "" }, field.placeholder || "Make a choice"),
    options.map((option) => el("option", { value: option.value, selected: option.default }, option.description ? `${option.label} – ${option.description}` : option.label)));
  return { control, read: () => (control.value ? [control.value] : []) };
}
