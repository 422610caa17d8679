import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** How long a store takes to stop at most, also on a busy machine. */
const STOP_TIMEOUT_MS = 30_000;

/**
 * Lets a child process stop: by a message if it has a channel for them, otherwise by SIGTERM. One that does not exit is
 * killed, since it would keep the output of the tests open for ever.
 * @throws Error if it had to be killed
 */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  if (child.connected) child.send("stop");
  else child.kill("SIGTERM");
  const timeout = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  const [, signal] = await exited;
  clearTimeout(timeout);
  if (signal === "SIGKILL") throw new Error(`the process did not stop within ${STOP_TIMEOUT_MS / 1000} s`);
}
