/** About a frame: what waited for the paint itself, and the next touch, come first. */
const PAUSE_MS = 20;

/** Waits until what is there now has been painted, and a moment more. @returns what calls it off. */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act, PAUSE_MS);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
