import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import runOptions from "../run.json" with { type: "json" };
import { checkDataDirOwner } from "./data-dir-owner.ts";

const isRoot = process.geteuid?.() === 0;
const OWNER_ID = 10_001;
const folder = mkdtempSync(join(tmpdir(), "furoshiki-owner-"));
afterAll(() => rmSync(folder, { recursive: true }));

it.skipIf(!isRoot)("a command of root refuses the data folder of another user (skipped unless root)", () => {
  chownSync(folder, OWNER_ID, OWNER_ID);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...runOptions.flags, "cli/src/main.ts", "staff", "list"],
    { cwd: join(import.meta.dirname, "../.."), env: { ...process.env, DATA_DIR: folder }, encoding: "utf8" },
  );
  chownSync(folder, 0, 0);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^\S+ belongs to the user with the id 10001, .* sudo -u '#10001' ….\n$/);
  expect(existsSync(join(folder, "operator.log"))).toBe(false);
});

it("accepts root's own folder, one that does not exist, and every folder for other users", async () => {
  if (isRoot) await expect(checkDataDirOwner(folder, 0)).resolves.toBeUndefined();
  await expect(checkDataDirOwner(join(folder, "absent"), 0)).resolves.toBeUndefined();
  await expect(checkDataDirOwner(folder, OWNER_ID)).resolves.toBeUndefined();
});
