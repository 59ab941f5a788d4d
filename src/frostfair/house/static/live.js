// The table in the browser: watch it over a socket, send forms and follow links without leaving the page.

import { canGo, cut, go, newest, pause, push, roll, splice, waiting, whenAtRest } from "./film.js";
import { setting } from "./settings.js";
import { announce, parse, show, table } from "./show.js";

const HERE = location.pathname, QUIET = 40000, PATIENCE = 8000, PART = 40;
const wish = () => new URLSearchParams(location.search);

// --- the socket: a dead one is replaced, not waited for ---------------------------------------------------------

let socket, heard, again, seen = newest(), delay = 500;

function watch() {
  clearTimeout(again);
  if (socket) { socket.onclose = socket.onmessage = null; socket.close(); }
  socket = new WebSocket(`${location.origin.replace("http", "ws")}${document.body.dataset.watch}?seen=${seen}`);
  heard = Date.now();
  socket.onopen = () => { delay = 500; document.body.classList.remove("offline"); };
  socket.onmessage = event => { heard = Date.now(); if (event.data) receive(event.data); };   // "" is a heartbeat
  socket.onclose = () => {
    document.body.classList.add("offline");
    again = setTimeout(watch, delay);
    delay = Math.min(delay * (1.5 + Math.random() / 2), 8000);
  };
}

function receive(html) {
  const version = Number(/data-version="(\d+)"/.exec(html)[1]);
  const known = version === seen && version > 0 && !waiting();
  seen = version;
  if (known && location.search) return;                                               // do not disturb what is tried
  push(html);
}

setInterval(() => { if (Date.now() - heard > QUIET) watch(); }, 2000);
for (const [name, where] of [["visibilitychange", document], ["pageshow", window], ["online", window]])
  where.addEventListener(name, () => { if (!document.hidden && (socket.readyState > 1 || Date.now() - heard > QUIET / 2)) watch(); });

// --- asking the house -------------------------------------------------------------------------------------------

async function ask(url, options = {}) {                                               // a request over a dead line hangs: once more
  for (const last of [false, true]) {
    try {
      return Object.assign(await fetch(url, { ...options, signal: AbortSignal.timeout(PATIENCE) }), { again: last });
    } catch {
      if (last) return new Response(document.body.dataset.lost, { status: 503 });
    }
  }
}

let visits = 0;
async function visit(url) {                                                           // a page of this table, shown in this one
  const nth = ++visits, answer = await ask(url), page = parse(await answer.text());
  if (nth !== visits) return;                                                         // another has been asked for since
  if (!page) return fault(document.body.dataset.lost);
  cut();
  history.replaceState(null, "", answer.ok ? url : HERE);
  show(page);
}

async function watchFilm(link) {                                                      // a long one comes in parts
  const url = new URL(link.dataset.film, location.href), to = Number(url.searchParams.get("to"));
  let film;
  for (let from = Number(url.searchParams.get("from")); from <= to; from += PART) {
    if (to) { url.searchParams.set("from", from); url.searchParams.set("to", Math.min(to, from + PART - 1)); }
    const answer = await ask(url);
    if (!answer.ok) return fault(document.body.dataset.lost);
    const frames = await answer.json();
    if (film) { if (!splice(film, frames)) return; continue; }
    document.getElementById("story").hidePopover?.();
    film = roll(frames);
  }
}

async function post(form, button) {
  for (const nonce of form.querySelectorAll("[name=nonce]")) nonce.value = random();
  const body = new URLSearchParams(new FormData(form, button));
  form.ariaBusy = "true";
  const answer = await ask(form.action, { method: "POST", body, headers: { accept: "text/plain" } });
  form.ariaBusy = null;
  if (!answer.ok) {
    const text = await answer.text();
    if (answer.status === 409) await visit(HERE);
    return answer.status === 409 && answer.again ? undefined : fault(text);           // the first request had arrived after all
  }
  form.closest(".chair details")?.removeAttribute("open");
  history.replaceState(null, "", form.dataset.next || HERE);
  const version = Number(answer.headers.get("x-version"));
  setTimeout(() => { if (seen < version) watch(); }, 1000);
}

function random() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

function fault(text) {
  table().querySelector(".fault")?.remove();
  const says = Object.assign(document.createElement("p"), { className: "fault", role: "alert", textContent: text });
  (document.getElementById("move") ?? document.querySelector("main")).prepend(says);
}

whenAtRest(() => {                                                                    // the table moved on: a plan is kept, a trial is not
  if (wish().has("plan")) visit(HERE + location.search);
  else if (location.search) history.replaceState(null, "", HERE);
});

// --- taps and forms ---------------------------------------------------------------------------------------------

let posts = Promise.resolve();                                                        // one after the other, in their order
document.addEventListener("submit", async event => {
  const form = event.target, button = event.submitter;
  if (form.id === "try") {
    event.preventDefault();
    await visit(`${HERE}?${new URLSearchParams(new FormData(form, button))}`);
    const confirm = document.getElementById("confirm");
    if (!confirm || wish().has("plan")) return;
    if (!setting("confirm")) confirm.requestSubmit();
    else if (byKeyboard) confirm.querySelector("button").focus();
  } else if ("live" in form.dataset) {
    event.preventDefault();
    if (!form.ariaBusy || "auto" in form.dataset) posts = posts.then(() => post(form, button));
  }
});

let byKeyboard = false;
document.addEventListener("click", event => {
  byKeyboard = event.detail === 0;
  const link = event.target.closest("[data-do], [data-go], [data-film]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if ("film" in link.dataset) return watchFilm(link);
  if ("go" in link.dataset) { link.ariaBusy = "true"; return visit(link.href).finally(() => { link.ariaBusy = null; }); }
  const by = { before: -1, next: 1 }[link.dataset.do];
  if (link.dataset.do === "pause") return pause();
  if (by && canGo(by)) { pause(by < 0); return go(by); }
  visit(link.href);
});

document.addEventListener("keydown", event => {                                       // a story by the arrow keys
  const name = { ArrowLeft: "before", ArrowRight: "next" }[event.key];
  if (name && !event.target.closest("input, select")) document.querySelector(`[data-do=${name}]`)?.click();
});

document.addEventListener("change", event => { if ("auto" in (event.target.form?.dataset ?? {})) event.target.form.requestSubmit(); });

const changed = field => (field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== (field.defaultValue ?? field.value));
for (const form of document.querySelectorAll("[data-auto]")) if ([...form.elements].some(changed)) form.requestSubmit();   // before we were here
announce(table());
watch();
