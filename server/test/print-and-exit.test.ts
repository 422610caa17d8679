import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

it("writes a large result completely to a reader that starts late, and then exits", async () => {
  const program = `
    import { printAndExit } from ${JSON.stringify(join(import.meta.dirname, "print-and-exit.ts"))};
    setInterval(() => undefined, 1000);
    printAndExit({ text: "x".repeat(1_000_000) });
    process.stderr.write("printed");
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  // The pipe is full by then, and the rest of the result is still in the process.
  await once(child.stderr, "data");
  expect(JSON.parse(await text(child.stdout))).toEqual({ text: "x".repeat(1_000_000) });
  expect(await ended).toEqual([0, null]);
});
