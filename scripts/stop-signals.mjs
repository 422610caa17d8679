// The signals that end a script, and what it has started.
const LOOK_EVERY_MS = 250;

/**
 * Calls `stop` for every signal that asks this script to end, and once npm, which started it, is gone: a killed npm tells
 * nobody.
 * @param {(signal: "SIGINT" | "SIGTERM" | "SIGHUP") => void} stop
 * @returns {() => void} stops listening
 */
export function onStopSignal(stop) {
  const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
  const npm = process.ppid;
  let isAsked = false;
  const look = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(look);
    if (!isAsked) stop("SIGTERM");
  }, LOOK_EVERY_MS);
  look.unref();
  if (!process.env.npm_lifecycle_event) clearInterval(look);
  const listeners = signals.map((signal) => {
    const listener = () => {
      isAsked = true;
      stop(signal);
    };
    process.on(signal, listener);
    return /** @type {const} */ ([signal, listener]);
  });
  return () => {
    clearInterval(look);
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}
