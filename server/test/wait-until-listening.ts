import { setTimeout as sleep } from "node:timers/promises";
import { canConnect } from "../../api/src/platform/can-connect.ts";

const TIMEOUT_MS = 30_000;

/** Waits until something listens on a port of this machine. @throws Error if nothing does after half a minute */
export async function waitUntilListening(port: number): Promise<void> {
  const until = performance.now() + TIMEOUT_MS;
  while (!(await canConnect(port))) {
    if (performance.now() > until) throw new Error(`nothing listens on port ${port}`);
    await sleep(50);
  }
}
