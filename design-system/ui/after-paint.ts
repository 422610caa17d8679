/** About one frame, so that the browser handles pending input events first. */
const DELAY_MS = 20;

/** Runs a callback shortly after the next paint. @returns a function that cancels it */
export function runAfterPaint(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(callback, DELAY_MS);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
