/** Signals this close to the first are one keystroke: the terminal and npm both forward it. */
const SIGNAL_DEBOUNCE_MS = 500;

/**
 * Shuts the process down with `close` on SIGINT, SIGTERM and SIGHUP, or when the parent process has exited. A second
 * signal exits at once; the database then stops by itself.
 */
export function closeOnSignal(close: () => Promise<void>): void {
  let firstSignalAt: number | null = null;
  const stop = () => {
    if (firstSignalAt !== null) {
      if (performance.now() - firstSignalAt > SIGNAL_DEBOUNCE_MS) process.exit(130);
      return;
    }
    firstSignalAt = performance.now();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  process.on("SIGHUP", stop);
  process.once("disconnect", stop);
}
