import { setTimeout } from "node:timers/promises";

/** Wakes a waiting loop early. A signal while nobody waits is remembered for the next wait. */
export class WakeSignal {
  #controller = new AbortController();

  /** Sends the signal. */
  notify(): void {
    this.#controller.abort();
  }

  /** Waits for the signal, at most `timeoutMs` milliseconds. */
  async wait(timeoutMs: number): Promise<void> {
    await setTimeout(timeoutMs, undefined, { signal: this.#controller.signal }).catch(() => undefined);
    this.#controller = new AbortController();
  }
}
