import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";

it("writes a large result completely to a slow reader, and then exits", async () => {
  const program = `
    import { printAndExit } from ${JSON.stringify(join(import.meta.dirname, "print-and-exit.ts"))};
    setInterval(() => undefined, 1000);
    printAndExit({ text: "x".repeat(1_000_000) });
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let output = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    output += chunk;
    await sleep(1);
  }
  expect(JSON.parse(output)).toEqual({ text: "x".repeat(1_000_000) });
  expect(await ended).toEqual([0, null]);
});
