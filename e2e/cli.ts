import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Runs a CLI command on the store under test and returns its JSON output. */
export function runCommand<Output>(...args: string[]): Output {
  const stdout = execFileSync(process.execPath, [join(import.meta.dirname, "../cli/src/main.ts"), ...args, "--json"], {
    env: { ...process.env, DATA_DIR: process.env["SHOP_DATA"] },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(stdout.toString()) as Output;
}
