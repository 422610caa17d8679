// Runs the program that a script has prepared.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { onStopSignal } from "./stop-signals.mjs";

/**
 * Runs a program in place of this script: it gets our terminal and our signals, and we exit with its exit code. An IPC
 * channel tells it when this script has died.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string | undefined>} [env]
 */
export async function runInForeground(command, args, env = {}) {
  onStopSignal((signal) => child.kill(signal));
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const [code, signal] = await once(child, "exit");
  // As shells report a program that was stopped by SIGINT (128 + 2) or SIGTERM (128 + 15).
  process.exitCode = code ?? (signal === "SIGINT" ? 130 : 143);
}
