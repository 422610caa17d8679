import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const TIMEOUT_MS = 30_000;

/** Waits until something listens on a port of this machine. @throws Error if nothing does after half a minute */
export async function waitUntilListening(port: number): Promise<void> {
  const until = performance.now() + TIMEOUT_MS;
  while (!(await isListening(port))) {
    if (performance.now() > until) throw new Error(`nothing listens on port ${port}`);
    await sleep(50);
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
