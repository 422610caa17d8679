import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { confirm } from "./confirm.ts";

const { signal } = new AbortController();

function createTerminal(isTTY: boolean) {
  return { input: Object.assign(new PassThrough(), { isTTY }), output: new PassThrough() };
}

it.each(["yes", " YES "])("continues after %j", async (answer) => {
  const { input, output } = createTerminal(true);
  const confirmation = confirm("This reaches 400 customers.", { input, output }, signal);
  input.write(`${answer}\n`);
  await confirmation;
  expect(String(output.read())).toContain("This reaches 400 customers. Type yes to continue: ");
});

it.each(["", "y", "no"])("stops after %j", async (answer) => {
  const { input, output } = createTerminal(true);
  const confirmation = confirm("This reaches 400 customers.", { input, output }, signal);
  input.write(`${answer}\n`);
  await expect(confirmation).rejects.toMatchObject({ code: "not_confirmed" });
});

it("requires --yes without a terminal", async () => {
  await expect(confirm("This reaches 400 customers.", createTerminal(false), signal)).rejects.toMatchObject({
    code: "confirmation_required",
    message: "This reaches 400 customers. Add --yes to confirm.",
  });
});
