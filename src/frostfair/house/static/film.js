// Frames one after the other.  What comes from the socket is the live reel; a replay or "show how" is a reel of its own.

import { setting } from "./settings.js";
import { announce, parse, ring, show, still, table } from "./show.js";

const MOST = 80;
const live = { frames: [], at: -1 };
let reel = live, timer, paused = false, rest = () => {};

export const newest = () => Number(live.frames.at(-1)?.dataset.version ?? table().dataset.version);
export const waiting = () => reel !== live || live.at < live.frames.length - 1;
export const whenAtRest = then => { rest = then; };

const isAct = frame => frame?.dataset.kind === "act";

// A frame of the socket: shown at once, or after those before it.
export function push(html) {
  const frame = parse(html);
  if (live.frames.length && frame.dataset.version === live.frames.at(-1).dataset.version) live.frames.pop();
  live.frames.push(frame);
  const spare = Math.max(0, live.frames.length - MOST);
  live.frames.splice(0, spare);
  live.at = Math.max(-1, Math.min(live.at - spare, live.frames.length - 2));
  if (document.hidden) { announce(frame); ring(frame); }
  if (reel === live && !timer && !paused) next();
}

// Show a replay or preview from its first frame.
export function roll(frames) {
  reel = { frames: frames.map(parse), at: -1 };
  pause(false);
  go(1);
}

// Back to the table as it is now.
export function cut() {
  clearTimeout(timer);
  timer = 0;
  reel = live;
  pause(false);
  live.at = live.frames.length - 1;
}

export const canGo = by => reel.frames[reel.at + by] !== undefined;

export function go(by) {
  clearTimeout(timer);
  timer = 0;
  reel.at += by;
  const last = reel.at === reel.frames.length - 1;
  show(reel.frames[reel.at].cloneNode(true), last);
  if (!last) return wait();
  if (reel !== live && Number(table().dataset.version) === newest() && !("mind" in table().dataset)) cut();
  if (reel === live) rest();
}

function wait() {
  const left = reel.frames.length - 1 - reel.at, { pause: ms, kind } = table().dataset;
  if (paused || (kind === "act" && still.matches)) return;
  const slow = kind === "act" ? (setting("slow") ? 2 : 1) : left > 3 ? 1 / 3 : 1;
  timer = setTimeout(next, ms * slow);
}

function next() {
  timer = 0;
  if (document.hidden && isAct(reel.frames[reel.at + 1])) return;                     // a story waits for its reader
  if (canGo(1)) go(1);
}

export function pause(value = !paused) {
  paused = value;
  document.body.classList.toggle("paused", paused);
  clearTimeout(timer);
  timer = 0;
  if (!paused && reel.at >= 0 && canGo(1)) timer = setTimeout(next, 200);
}

document.addEventListener("visibilitychange", () => {                                 // of what was missed, only the latest story is told
  if (document.hidden || timer || paused || !canGo(1)) return;
  let first = reel.frames.length - 1;
  while (first > reel.at + 1 && !isAct(reel.frames[first])) first--;
  while (first > reel.at + 1 && isAct(reel.frames[first - 1])) first--;
  reel.at = first - 1;
  next();
});
