// Hands over to the program that was made ready.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { onStopSignal } from "./stop-signals.mjs";

/**
 * Runs a program in our place: it has our terminal, gets our signals and gives us its exit code.
 * The channel between us tells it when we are gone without a word.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string | undefined>} [env]
 */
export async function handOver(command, args, env = {}) {
  onStopSignal((signal) => child.kill(signal));
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const [code, signal] = await once(child, "exit");
  process.exitCode = code ?? (signal === "SIGINT" ? 130 : 143);
}
