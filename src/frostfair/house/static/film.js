// Frames one after the other.  What comes from the socket is the live reel; a replay or "show how" is a reel of its own.

import { setting } from "./settings.js";
import { announce, parse, ring, show, still, table } from "./show.js";

const MOST = 80;
const live = { frames: [], at: -1 };
let reel = live, timer, until = 0, paused = false, rest = () => {};

export const newest = () => Number(live.frames.at(-1)?.dataset.version ?? table().dataset.version);
export const waiting = () => reel !== live || live.at < live.frames.length - 1;
export const whenAtRest = then => { rest = then; };

const isAct = frame => frame?.dataset.kind === "act";

// A frame of the socket: shown after those before it.
export function push(html) {
  const frame = parse(html), known = live.frames.at(-1);
  if (known && frame.dataset.version === known.dataset.version) {
    live.frames.pop();
    live.at = Math.min(live.at, live.frames.length - 1);
  }
  live.frames.push(frame);
  const spare = Math.max(0, live.frames.length - MOST);
  live.frames.splice(0, spare);
  live.at -= spare;
  if (document.hidden) { announce(frame); ring(frame); }
  if (reel === live) wait();
}

// Show a replay or preview from its first frame.
export function roll(frames) {
  const film = reel = { frames: frames.map(parse), at: -1 };
  paused = false;
  go(1);
  return film;
}

// The next part of a film; false if it is not watched any more.
export function splice(film, frames) {
  film.frames.push(...frames.map(parse));
  if (reel === film) wait();
  return reel === film;
}

// Back to the table as it is now.
export function cut() {
  stop();
  paused = false;
  reel = live;
  live.at = live.frames.length - 1;
}

export const canGo = by => reel.frames[reel.at + by] !== undefined;

export function go(by) {
  stop();
  reel.at += by;
  const last = !canGo(1);
  show(reel.frames[reel.at].cloneNode(true), last);
  document.body.classList.toggle("paused", paused);
  const { kind, pause, now, mind, version } = table().dataset;
  until = Date.now() + pause * (kind === "act" && setting("slow") ? 2 : 1);
  if (reel !== live && last && now !== undefined && mind === undefined && Number(version) === newest()) cut();
  if (!last) wait();
  else if (reel === live && now !== undefined) rest();
}

// Go on by itself when the frame has been seen: stories in their own time, a long queue faster, what the reader did at once.
function wait() {
  if (timer || paused || !canGo(1)) return;
  const here = reel.frames[reel.at], then = reel.frames[reel.at + 1], queue = reel.frames.length - 1 - reel.at;
  if (still.matches && isAct(here) && isAct(then)) return;
  const left = then.dataset.kind === "own" ? 0 : until - Date.now();
  timer = setTimeout(next, isAct(here) || queue < 4 ? left : left / 3);
}

function next() {
  timer = 0;
  if (document.hidden && isAct(reel.frames[reel.at + 1])) return;                     // a story waits for its reader
  if (canGo(1)) go(deal());
}

// Cards that are dealt one by one come faster the more of them there are.
function deal() {
  let many = 0;
  while (reel.frames[reel.at + 1 + many]?.dataset.kind === "dealt") many++;
  return Math.max(1, Math.ceil(many / 3));
}

function stop() {
  clearTimeout(timer);
  timer = 0;
}

export function pause(value = !paused) {
  stop();
  paused = value;
  document.body.classList.toggle("paused", paused);
  wait();
}

document.addEventListener("visibilitychange", () => {                                 // of what was missed, only the latest story is told
  if (document.hidden || timer || paused || !canGo(1)) return;
  let first = reel.frames.length - 1;
  while (first > reel.at + 1 && !isAct(reel.frames[first])) first--;
  while (first > reel.at + 1 && isAct(reel.frames[first - 1])) first--;
  reel.at = first - 1;
  next();
});
