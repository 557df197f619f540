// @ts-check
/** Sounds, made by ourselves: a few short tones and puffs of noise for each. They are off by one switch, and soft. */
import { setting } from "./settings.js";

/**
 * A tone: pitch in hertz, at the end another one, when it begins and how long it rings in seconds, how loud, and its wave.
 * A puff of noise has no pitch of its own: a filter lets through what lies around `pitch`.
 * @typedef {{pitch: number, to?: number, at?: number, time: number, loud: number, wave?: OscillatorType, noise?: boolean}} Part
 */

/** @type {Object<string, Part[]>} */
const SOUNDS = {
  card: [{ noise: true, pitch: 2600, to: 900, time: 0.09, loud: 0.1 }],
  flip: [
    { noise: true, pitch: 1400, to: 3200, time: 0.07, loud: 0.09 },
    { noise: true, pitch: 900, at: 0.1, time: 0.06, loud: 0.12 },
  ],
  pawn: [
    { pitch: 190, to: 120, time: 0.09, loud: 0.22, wave: "triangle" },
    { noise: true, pitch: 900, time: 0.03, loud: 0.1 },
  ],
  coin: [
    { pitch: 2093, time: 0.16, loud: 0.05, wave: "triangle" },
    { pitch: 2794, at: 0.06, time: 0.26, loud: 0.05, wave: "triangle" },
  ],
  house: [
    { pitch: 110, to: 70, time: 0.16, loud: 0.26, wave: "triangle" },
    { noise: true, pitch: 420, at: 0.02, time: 0.12, loud: 0.1 },
  ],
  pencil: [
    { noise: true, pitch: 4200, to: 3000, time: 0.16, loud: 0.05 },
    { noise: true, pitch: 3200, to: 4600, at: 0.15, time: 0.12, loud: 0.04 },
  ],
  interchange: [
    { pitch: 784, time: 0.3, loud: 0.07 },
    { pitch: 1175, at: 0.09, time: 0.45, loud: 0.07 },
  ],
  tick: [{ noise: true, pitch: 2400, time: 0.03, loud: 0.05 }],
  turn: [
    { pitch: 659.3, time: 0.5, loud: 0.1 },
    { pitch: 880, at: 0.14, time: 0.5, loud: 0.1 },
  ],
  end: [
    { pitch: 523.3, time: 0.5, loud: 0.09 },
    { pitch: 659.3, at: 0.16, time: 0.5, loud: 0.09 },
    { pitch: 784, at: 0.32, time: 0.5, loud: 0.09 },
    { pitch: 1046.5, at: 0.5, time: 1.1, loud: 0.1 },
  ],
};
/** Between two sounds of one moment. */
const APART = 0.11;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {AudioContext | null} */
let audio = null;
/** @type {AudioBuffer | null} */
let hiss = null;

/** Browsers let nothing sound before the first click; from then on it does, if it may. */
export function bindSound() {
  const wake = () => {
    if (!setting("sound")) return;
    audio ??= "AudioContext" in window ? new AudioContext() : null;
    if (audio?.state === "suspended") audio.resume();
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake, true);
}

/** Play what a moment sounds like, one sound after the other. @param {string[]} names */
export function play(names) {
  const known = names.filter((name) => name in SOUNDS);
  if (!known.length) return;
  if (setting("sound") && audio && !document.hidden) known.forEach((name, i) => ring(SOUNDS[name], i * APART));
  if (!still.matches && setting("sound")) buzz(known);
}

/** A phone trembles a little. @param {string[]} names */
function buzz(names) {
  const touched = matchMedia("(pointer: coarse)").matches && navigator.userActivation?.hasBeenActive;
  if (touched && "vibrate" in navigator) navigator.vibrate(names.includes("turn") || names.includes("end") ? [12, 60, 12] : 8);
}

/** @param {Part[]} parts @param {number} delay */
function ring(parts, delay) {
  for (const part of parts) one(/** @type {AudioContext} */ (audio), part, delay);
}

/** @param {AudioContext} context @param {Part} part @param {number} delay */
function one(context, part, delay) {
  const start = context.currentTime + delay + (part.at ?? 0);
  const end = start + part.time;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.linearRampToValueAtTime(part.loud, start + Math.min(0.012, part.time / 4));
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  volume.connect(context.destination);
  const source = part.noise ? puff(context, part, start, end, volume) : tone(context, part, start, end, volume);
  source.start(start);
  source.stop(end + 0.02);
}

/** @param {AudioContext} context @param {Part} part @param {number} start @param {number} end @param {AudioNode} into */
function tone(context, part, start, end, into) {
  const made = context.createOscillator();
  made.type = part.wave ?? "sine";
  made.frequency.setValueAtTime(part.pitch, start);
  if (part.to) made.frequency.exponentialRampToValueAtTime(part.to, end);
  made.connect(into);
  return made;
}

/** @param {AudioContext} context @param {Part} part @param {number} start @param {number} end @param {AudioNode} into */
function puff(context, part, start, end, into) {
  const made = context.createBufferSource();
  made.buffer = noise(context);
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = 0.9;
  filter.frequency.setValueAtTime(part.pitch, start);
  if (part.to) filter.frequency.exponentialRampToValueAtTime(part.to, end);
  made.connect(filter);
  filter.connect(into);
  return made;
}

/** Half a second of noise, always the same. @param {AudioContext} context */
function noise(context) {
  if (hiss) return hiss;
  hiss = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = hiss.getChannelData(0);
  let seed = 1;
  for (let i = 0; i < samples.length; i += 1) {
    seed = (seed * 16807) % 2147483647;
    samples[i] = (seed / 2147483647) * 2 - 1;
  }
  return hiss;
}
