// Sounds made of oscillators: [wave, from Hz, to Hz, starts at ms, lasts ms].  Every one has a sight beside it.

const SOUNDS = {
  card: [["triangle", 320, 240, 0, 60]],
  place: [["sine", 180, 180, 0, 40]],
  turn: [["sine", 660, 660, 0, 240], ["sine", 1320, 1320, 0, 120], ["sine", 880, 880, 120, 240], ["sine", 1760, 1760, 120, 120]],
  good: [["sine", 523, 523, 0, 90], ["sine", 659, 659, 90, 90], ["sine", 784, 784, 180, 90]],
  bad: [["triangle", 220, 140, 0, 260]],
};
let air;

for (const gesture of ["pointerdown", "keydown"])
  document.addEventListener(gesture, () => { air ??= new AudioContext(); air.resume(); }, { capture: true });

export function sound(name) {
  if (!air || air.state !== "running" || !SOUNDS[name]) return;
  for (const [wave, from, to, start, length] of SOUNDS[name]) {
    const tone = air.createOscillator(), loudness = air.createGain();
    const begin = air.currentTime + start / 1000, end = begin + length / 1000;
    tone.type = wave;
    tone.frequency.setValueAtTime(from, begin);
    tone.frequency.linearRampToValueAtTime(to, end);
    loudness.gain.setValueAtTime(0.0001, begin);
    loudness.gain.exponentialRampToValueAtTime(0.16, begin + 0.01);
    loudness.gain.exponentialRampToValueAtTime(0.0001, end + 0.05);
    tone.connect(loudness).connect(air.destination);
    tone.start(begin);
    tone.stop(end + 0.06);
  }
}
