/** Signals this close to the first are one keystroke: the terminal and npm both pass it on. */
const SAME_KEYSTROKE_MS = 500;

/**
 * Stops the program by what was opened, the last first, on Ctrl+C, on a polite kill, or when the one that
 * started us is gone. A second signal ends it at once; the database then stops by itself.
 */
export function stopOnSignal(close: () => Promise<void>): void {
  let askedAt: number | null = null;
  const stop = () => {
    if (askedAt !== null) {
      if (performance.now() - askedAt > SAME_KEYSTROKE_MS) process.exit(130);
      return;
    }
    askedAt = performance.now();
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
