// Pictures in messages, and the enlarged view.

import { $, el, local } from "./dom.js";

export function picture(media, description, kind = "") {
  const url = local(media.url);
  const image = el("img", {
    src: url, alt: description || "", loading: "lazy", decoding: "async",
    width: media.width || undefined, height: media.height || undefined,
  });
  return el("button", {
    class: `picture ${kind}`, type: "button", title: "Enlarge",
    "aria-label": `Enlarge picture${description ? `: ${description}` : ""}`,
    style: media.width ? { "--ratio": media.width / media.height, "--width": `${media.width}px` } : {},
    onclick: () => enlarge(url, description),
  }, image);
}

// Fitted to the window first; a second click shows every pixel at the place that was clicked.
export function enlarge(url, description) {
  const dialog = $("picture");
  const image = el("img", { src: url, alt: description || "" });
  const stage = el("div", { class: "stage", tabindex: "0" }, image);
  const toggle = (event) => {
    const box = image.getBoundingClientRect();
    const [x, y] = event?.clientX ? [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height] : [0.5, 0.5];
    const full = dialog.classList.toggle("full");
    zoom.textContent = full ? "Fit" : "Full size";
    if (full) {
      stage.scrollLeft = image.width * x - stage.clientWidth / 2;
      stage.scrollTop = image.height * y - stage.clientHeight / 2;
    }
  };
  const zoom = el("button", { class: "b secondary", type: "button", onclick: () => toggle() }, "Full size");
  image.addEventListener("click", toggle);
  dialog.classList.remove("full");
  dialog.replaceChildren(
    el("div", { class: "picture-bar" }, zoom,
      el("a", { class: "b secondary", href: url, target: "_blank" }, "Open alone"),
      el("button", { class: "b secondary", type: "button", autofocus: true, onclick: () => dialog.close() }, "Close")),
    stage,
    description ? el("p", { class: "alt" }, description) : "");
  dialog.onclick = (event) => { if (event.target === dialog || event.target === stage) dialog.close(); };
  dialog.showModal();
}
