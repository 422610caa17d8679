import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { confirm } from "./confirm.ts";

const { signal } = new AbortController();

function terminal(isTTY: boolean) {
  return { input: Object.assign(new PassThrough(), { isTTY }), output: new PassThrough() };
}

it.each(["yes", " YES "])("goes on after %j", async (answer) => {
  const { input, output } = terminal(true);
  const asked = confirm("This reaches 400 customers.", { input, output }, signal);
  input.write(`${answer}\n`);
  await asked;
  expect(String(output.read())).toContain("This reaches 400 customers. Type yes to go on: ");
});

it.each(["", "y", "no"])("stops after %j", async (answer) => {
  const { input, output } = terminal(true);
  const asked = confirm("This reaches 400 customers.", { input, output }, signal);
  input.write(`${answer}\n`);
  await expect(asked).rejects.toMatchObject({ code: "not_confirmed" });
});

it("needs --yes where nobody can answer", async () => {
  await expect(confirm("This reaches 400 customers.", terminal(false), signal)).rejects.toMatchObject({
    code: "confirmation_required",
    message: "This reaches 400 customers. Add --yes to confirm.",
  });
});
