// Show a frame: morph the table into it, let what moved glide and what is gone fade, keep the focus, tell whose turn it is.

import { setting } from "./settings.js";
import { sound } from "./sound.js";

export const still = matchMedia("(prefers-reduced-motion: reduce)");
export const table = () => document.getElementById("table");
export const parse = html => new DOMParser().parseFromString(html, "text/html").getElementById("table");

const field = node => node.matches?.("input, select");
const MORPH = {
  callbacks: {                                                                        // what people have entered or opened stays theirs
    beforeNodeMorphed: (old, fresh) => !(old.dataset && "keep" in old.dataset) && !(field(old) && old.isEqualNode(fresh)),
    beforeAttributeUpdated: (name, node, change) =>
      !(name === "open" && change === "remove") && !(name === "value" && node.matches("input:focus")),
  },
};

// `frame`: a table as an element.  `last`: nothing waits behind it, so what can be tapped may be tapped.
export function show(frame, last = true) {
  if (!last) for (const button of frame.querySelectorAll("[form=try], #move form button")) button.disabled = true;
  const before = table(), old = before.dataset, was = { mine: old.mine === "true", version: old.version };
  const things = places(), focused = before.contains(document.activeElement) && document.activeElement;
  const spot = focused && focused.getBoundingClientRect();
  Idiomorph.morph(before, frame, MORPH);
  if (focused && (focused.disabled || !table().contains(document.activeElement))) refocus(spot);
  if (!document.hidden) move(things);
  tell(was, last);
}

function places() {
  return new Map([...table().querySelectorAll("[data-glide]")].map(thing => [thing.dataset.glide, [thing, thing.getBoundingClientRect()]]));
}

function move(things) {                                                               // FLIP: from where it was to where it is
  for (const thing of table().querySelectorAll("[data-glide]")) {
    const was = things.get(thing.dataset.glide)?.[1], now = thing.getBoundingClientRect();
    things.delete(thing.dataset.glide);
    if (still.matches || !was?.width || !now.width || Math.hypot(was.x - now.x, was.y - now.y) < 2) continue;
    const from = `translate(${was.x - now.x}px, ${was.y - now.y}px) scale(${was.width / now.width})`;
    thing.animate({ transform: [from, "scale(1.06)", "none"], transformOrigin: ["0 0", "0 0", "0 0"], zIndex: [9, 9, 9] },
                  { duration: 320, easing: "ease-out" });
  }
  for (const [thing, was] of things.values()) {
    if (!was.width) continue;
    const ghost = thing.cloneNode(true);
    Object.assign(ghost.style, { position: "fixed", inset: "auto", left: `${was.x}px`, top: `${was.y}px`, width: `${was.width}px`, height: `${was.height}px`, margin: 0, zIndex: 9, pointerEvents: "none" });
    ghost.ariaHidden = "true";
    document.body.append(ghost);
    ghost.animate({ opacity: [1, 0] }, 150).finished.finally(() => ghost.remove());
  }
}

function refocus(spot) {                                                              // the nearest thing that can act, else the banner
  const away = thing => { const box = thing.getBoundingClientRect(); return Math.hypot(box.x - spot.x, box.y - spot.y); };
  const can = [...table().querySelectorAll("#move .go:enabled, [form=try]:enabled, #start .go")].sort((a, b) => away(a) - away(b));
  (table().querySelector("#move .go:enabled") ?? can[0] ?? document.getElementById("status")).focus({ preventScroll: true });
}

export function announce(frame) {                                                     // also in a page that nobody looks at
  document.title = frame.dataset.title;
  document.querySelector("link[rel=icon]").href = `/static/lamp-${frame.dataset.mine === "true" ? "on" : "off"}.svg`;
}

let bell = "";                                                                        // the version for which it has rung
export function ring(frame) {
  if (frame.dataset.mine !== "true" || bell === frame.dataset.version || "mind" in frame.dataset) return;
  bell = frame.dataset.version;
  if (setting("sound")) sound("turn");
  navigator.vibrate?.(60);
}

function tell(was, last) {
  const { kind, sound: name, version, mine } = table().dataset;
  if (last) announce(table());
  if (last && mine === "true" && !was.mine) return ring(table());
  if (version === was.version && !("mind" in table().dataset)) return;
  const forMe = kind === "own" || name === "good" || name === "bad";
  if (name && setting(forMe ? "sound" : "all_sound")) sound(name);
}
