import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { CommandError } from "../../api/src/platform/commands.ts";
import { operatorName } from "../../api/src/platform/operator.ts";
import { withOperatorLog } from "./operator-log.ts";

const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-operator-"));
const file = join(dataDir, "operator.log");
afterEach(() => rmSync(file, { force: true }));
afterAll(() => rmSync(dataDir, { recursive: true }));

const now = () => new Date("2026-11-20T09:00:00Z");
const invocation = { dataDir, command: "customers sessions end", operator: "vera", now };
const written = () =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

it("appends a line for each command: when, who, which, whose account, how it ended", async () => {
  const answer = { data: { email: "anna@example.test" }, lines: ["anna@example.test"], customerId: 7 };
  expect(await withOperatorLog(invocation, async () => answer)).toBe(answer);
  const fails = () => Promise.reject(new CommandError("There is no customer anna@example.test."));
  await expect(withOperatorLog(invocation, fails)).rejects.toThrow("no customer");
  const line = { time: now().toISOString(), kind: "operator_command", operator: "vera", command: invocation.command };
  expect(written()).toEqual([
    { ...line, outcome: "done", customer: 7 },
    { ...line, outcome: "failed" },
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("does not fail a command that has happened when the log cannot be written", async () => {
  const answer = { data: null, lines: [] };
  const nowhere = { ...invocation, dataDir: join(dataDir, "absent") };
  expect(await withOperatorLog(nowhere, async () => answer)).toBe(answer);
});

it("names who runs the command, also behind sudo", () => {
  const env = { OPERATOR: "vera", SUDO_USER: "oleg" };
  expect(operatorName({ options: { by: "lena" } }, env)).toBe("lena");
  expect(operatorName({ options: {} }, env)).toBe("vera");
  expect(operatorName({ options: {} }, { SUDO_USER: "oleg" })).toBe("oleg");
  expect(operatorName({ options: {} }, {})).not.toBe("");
});
