// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) in plain words: a page that came over http has no crypto.subtle.

const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every(prime => n % prime)) PRIMES.push(n);
const fraction = x => Math.floor((x - Math.floor(x)) * 2 ** 32);
const START = PRIMES.slice(0, 8).map(n => fraction(Math.sqrt(n)));
const ROUND = PRIMES.map(n => fraction(Math.cbrt(n)));
const turn = (x, n) => (x >>> n) | (x << (32 - n));

export function sha256(bytes) {
  const padded = new Uint8Array((bytes.length + 72) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = Uint32Array.from(START), words = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) { words[i] = view.getUint32(block + 4 * i); continue; }
      const a = words[i - 15], b = words[i - 2];
      words[i] = words[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + words[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => { state[i] += x; });
  }
  const digest = new Uint8Array(32);
  state.forEach((x, i) => new DataView(digest.buffer).setUint32(4 * i, x));
  return digest;
}

export function hmac(key, text) {                                                     // keys of at most 64 bytes
  const pad = (byte, rest) => Uint8Array.from([...Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ byte), ...rest]);
  return sha256(pad(0x5c, sha256(pad(0x36, new TextEncoder().encode(text)))));
}

export const toHex = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
export const fromHex = text => Uint8Array.from(text.match(/../g) ?? [], pair => parseInt(pair, 16));
