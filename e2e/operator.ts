import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** An operator's command, on the shop that the stories visit. */
export function command<Answer>(...line: string[]): Answer {
  const shown = execFileSync(process.execPath, [join(import.meta.dirname, "../shop/src/main.ts"), ...line, "--json"], {
    env: { ...process.env, DATA_DIR: process.env["SHOP_DATA"] },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(shown.toString()) as Answer;
}
