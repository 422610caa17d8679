// The signals that stop a script and its child processes.
const PARENT_CHECK_INTERVAL_MS = 250;

/**
 * Calls `stop` for every signal that stops this script, and when npm, its parent, has died: a killed npm signals
 * nobody.
 * @param {(signal: "SIGINT" | "SIGTERM" | "SIGHUP") => void} stop
 * @returns {() => void} removes the listeners
 */
export function onStopSignal(stop) {
  const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
  const parentPid = process.ppid;
  let isStopRequested = false;
  const parentCheck = setInterval(() => {
    if (process.ppid === parentPid) return;
    clearInterval(parentCheck);
    if (!isStopRequested) stop("SIGTERM");
  }, PARENT_CHECK_INTERVAL_MS);
  parentCheck.unref();
  if (!process.env.npm_lifecycle_event) clearInterval(parentCheck);
  const listeners = signals.map((signal) => {
    const listener = () => {
      isStopRequested = true;
      stop(signal);
    };
    process.on(signal, listener);
    return /** @type {const} */ ([signal, listener]);
  });
  return () => {
    clearInterval(parentCheck);
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}
