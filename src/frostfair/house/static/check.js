// Was chance fair?  Recompute every number of a finished game from the key that the house shows at the end.

import "./settings.js";
import { fromHex, hmac, sha256, toHex } from "./sha256.js";

const says = document.getElementById("says").dataset;

// The n-th number of a key, from 0 to total - 1: by rejection, so that every one is equally likely.
function number(key, nonces, n, total) {
  const most = 2n ** 64n - (2n ** 64n % BigInt(total));
  for (let attempt = 0; ; attempt++) {
    const drawn = hmac(key, [...nonces, n, attempt].join("\n")).slice(0, 8).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    if (drawn < most) return Number(drawn % BigInt(total));
  }
}

// All draws of a record: [{line, move, low, high, of, drawn, good}].  A move that was taken back gives its number back.
function draws(rows, key, nonces) {
  const line = [], found = [];
  for (const row of rows) {
    if ("undo" in row) { line.length = row.undo; continue; }
    if (row.who === "nature") {
      const single = row.high - row.low === row.of, n = line.filter(who => who === "nature").length;
      const drawn = single ? null : number(key, nonces, n, row.of);
      found.push({ ...row, drawn, good: single ? row.low === 0 : row.low <= drawn && drawn < row.high });
    }
    line.push(row.who);
  }
  return found;
}

function fill(name, text) {
  document.querySelector(`[data-is=${name}] code`).textContent = text;
}

async function check() {
  const verdict = document.getElementById("verdict");
  const answer = await fetch(document.querySelector("main").dataset.record).catch(() => null);
  if (!answer?.ok) { verdict.textContent = says.lost; return; }
  const rows = (await answer.text()).trim().split("\n").map(row => JSON.parse(row));
  const { commitment, nonces } = rows[0].chance, key = fromHex(rows.at(-1).key), hash = toHex(sha256(key));
  const all = draws(rows.slice(1, -1), key, nonces), found = all.filter(draw => draw.drawn !== null);
  const good = hash === commitment && all.every(draw => draw.good);
  fill("promised", commitment);
  fill("key", toHex(key));
  fill("hash", hash);
  fill("nonces", nonces.filter(Boolean).join(", ") || says.none);
  document.querySelector("#draws tbody").append(...found.map(draw => {
    const cells = [draw.n, draw.move, `${draw.low}–${draw.high - 1} / ${draw.of}`, draw.drawn, draw.good ? says.yes : says.no];
    const row = document.createElement("tr");
    row.append(...cells.map(text => Object.assign(document.createElement("td"), { textContent: text })));
    return row;
  }));
  for (const id of ["promises", "draws"]) document.getElementById(id).hidden = false;
  verdict.className = good ? "good" : "bad";
  verdict.textContent = (good ? says.good : says.bad).replace("{n}", found.length);
}

check();
