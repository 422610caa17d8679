import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { CommandError } from "../../api/src/platform/commands/command.ts";
import { getOperatorName } from "../../api/src/platform/commands/operator.ts";
import { withOperatorLog } from "./operator-log.ts";

const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-operator-"));
const file = join(dataDir, "operator.log");
afterEach(() => rmSync(file, { force: true }));
afterAll(() => rmSync(dataDir, { recursive: true }));

const now = () => new Date("2026-11-20T09:00:00Z");
const invocation = { dataDir, isDataDirTemporary: false, command: "customers sessions end", operator: "vera", now };
const readLog = () =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

it("appends a line for each command: time, operator, command, customer, outcome", async () => {
  const result = { data: { email: "anna@example.test" }, lines: ["anna@example.test"], customerId: 7 };
  expect(await withOperatorLog(invocation, async () => result)).toBe(result);
  const failingRun = () => Promise.reject(new CommandError("There is no customer anna@example.test."));
  await expect(withOperatorLog(invocation, failingRun)).rejects.toThrow("no customer");
  const commonFields = {
    time: now().toISOString(),
    kind: "operator_command",
    operator: "vera",
    command: invocation.command,
  };
  expect(readLog()).toEqual([
    { ...commonFields, outcome: "done", customer: 7 },
    { ...commonFields, outcome: "failed" },
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("does not fail a completed command when the log cannot be written", async () => {
  const result = { data: null, lines: [] };
  const unwritableInvocation = { ...invocation, dataDir: join(dataDir, "absent") };
  expect(await withOperatorLog(unwritableInvocation, async () => result)).toBe(result);
});

it("also writes the line to standard error if the folder may be lost", async () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await withOperatorLog(invocation, async () => ({ data: null, lines: [] }));
  expect(write).not.toHaveBeenCalled();
  await withOperatorLog({ ...invocation, isDataDirTemporary: true }, async () => ({ data: null, lines: [] }));
  expect(write).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`"command":"${invocation.command}"`));
  expect(JSON.parse(String(write.mock.calls[0]?.[0]))).toEqual(readLog()[1]);
  write.mockRestore();
});

it("determines the operator's name, also behind sudo", () => {
  const env = { OPERATOR: "vera", SUDO_USER: "oleg" };
  expect(getOperatorName({ options: { by: "lena" } }, env)).toBe("lena");
  expect(getOperatorName({ options: {} }, env)).toBe("vera");
  expect(getOperatorName({ options: {} }, { SUDO_USER: "oleg" })).toBe("oleg");
  expect(getOperatorName({ options: {} }, {})).not.toBe("");
});
