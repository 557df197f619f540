// Put into a page before its own scripts: time stands still until a test lets it pass, for timers, frames and animations alike.
// So a slow machine sees the same frames as a fast one.
window.time = {};

(() => {
  const start = Date.now();
  const timers = new Map();
  const begun = new WeakMap();
  let now = 0;
  let number = 0;
  let frames = [];
  const later = (task, wait, every, words) => {
    number += 1;
    timers.set(number, { task, at: now + Math.max(0, Number(wait) || 0), every, words });
    return number;
  };
  performance.now = () => now;
  Date.now = () => start + now;
  window.setTimeout = (task, wait, ...words) => later(task, wait, 0, words);
  window.setInterval = (task, wait, ...words) => later(task, wait, Math.max(1, wait), words);
  window.clearTimeout = window.clearInterval = (which) => timers.delete(which);
  window.requestAnimationFrame = (task) => frames.push(task);
  window.cancelAnimationFrame = (which) => delete frames[which - 1];

  const isFinite = (animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime);
  // What goes by time, and not by how far something is scrolled.
  const timed = () => document.getAnimations().filter((each) => each.timeline === document.timeline);
  // What moves just now and comes to an end; what repeats itself on the spot, to show that it can be chosen, does not count.
  const once = (animation) => isFinite(animation) && Number(animation.effect.getComputedTiming().iterations) < 2;
  time.moving = () => timed().filter((each) => each.playState !== "finished" && once(each));
  // Whether something is still to happen within so many milliseconds.
  time.expects = (within) => [...timers.values()].some((each) => !each.every && each.at <= now + within);

  // Let so many milliseconds pass as one frame.
  time.pass = async (milliseconds) => {
    now += milliseconds;
    for (const [which, timer] of [...timers].sort(([, a], [, b]) => a.at - b.at)) {
      if (timer.at > now || !timers.has(which)) continue;
      if (timer.every) timer.at = now + timer.every;
      else timers.delete(which);
      timer.task(...timer.words);
    }
    const due = frames;
    frames = [];
    for (const task of due) task?.(now);
    for (const animation of timed()) {
      if (!begun.has(animation)) {
        animation.pause();
        begun.set(animation, now);
      }
      const at = now - begun.get(animation);
      if (isFinite(animation) && at >= animation.effect.getComputedTiming().endTime) animation.finish();
      else animation.currentTime = at;
    }
    for (let i = 0; i < 5; i += 1) await null; // what waits for an animation's end
  };
})();
