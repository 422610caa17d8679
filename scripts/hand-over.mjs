// Hands over to the program that was made ready.
import { spawn } from "node:child_process";
import { once } from "node:events";

const LOOK_EVERY_MS = 250;

/**
 * Runs a program in our place: it has our terminal, gets our signals and gives us its exit code.
 * The channel between us tells it when we are gone without a word.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string | undefined>} [env]
 */
export async function handOver(command, args, env = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  let isTold = false;
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => {
      isTold = true;
      child.kill(signal);
    });
  whenNpmIsGone(() => {
    if (!isTold) child.kill("SIGTERM");
  });
  const [code, signal] = await once(child, "exit");
  process.exitCode = code ?? (signal === "SIGINT" ? 130 : 143);
}

/**
 * A killed npm says nothing to what it started: so we look whether it is still there.
 * @param {() => void} then
 */
function whenNpmIsGone(then) {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(look);
    then();
  }, LOOK_EVERY_MS);
  look.unref();
}
