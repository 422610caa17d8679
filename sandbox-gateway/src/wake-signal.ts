/** Wakes a waiting loop early. A signal while nobody waits is remembered for the next wait. */
export class WakeSignal {
  #isSignaled = false;
  #wake: (() => void) | undefined;

  /** Sends the signal. */
  notify(): void {
    this.#isSignaled = true;
    this.#wake?.();
  }

  /** Waits for the signal, at most `timeoutMs` milliseconds. */
  async wait(timeoutMs: number): Promise<void> {
    if (!this.#isSignaled) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, timeoutMs);
      });
      clearTimeout(timer);
      this.#wake = undefined;
    }
    this.#isSignaled = false;
  }
}
