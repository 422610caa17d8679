import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { isInstalled } from "./packages.mjs";

const folder = mkdtempSync(join(tmpdir(), "furoshiki-packages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const node = `node_modules/node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const packages = {
  "node_modules/hono": { version: "1.0.0" },
  "node_modules/@furoshiki/api": { link: true },
  "node_modules/for-another-platform": { version: "1.0.0", optional: true },
  [node]: { version: "24.0.0", optional: true },
};

function writeJson(path: string, content: object | string) {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
}

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  writeJson("package-lock.json", { packages: { "": {}, api: {}, ...packages } });
  const { "node_modules/for-another-platform": _, ...recorded } = packages;
  writeJson("node_modules/.package-lock.json", { packages: recorded });
  for (const path of Object.keys(recorded)) writeJson(`${path}/package.json`, {});
  writeJson(`${node}/bin/${process.platform === "win32" ? "node.exe" : "node"}`, "");
});
const checkInstalled = (needsNode = true) => isInstalled(folder, { needsNode });

it("accepts a complete install, without packages of other platforms", () => {
  expect(checkInstalled()).toBe(true);
});

it.each<[string, () => void]>([
  [
    "a package is missing, although the record lists it",
    () => rmSync(join(folder, "node_modules/hono"), { recursive: true }),
  ],
  ["a workspace package is missing", () => rmSync(join(folder, "node_modules/@furoshiki"), { recursive: true })],
  ["the record is missing", () => rmSync(join(folder, "node_modules/.package-lock.json"))],
  [
    "another version is required",
    () => writeJson("package-lock.json", { packages: { ...packages, "node_modules/hono": { version: "2.0.0" } } }),
  ],
])("requires an install when %s", (_what, breakInstall) => {
  breakInstall();
  expect(checkInstalled()).toBe(false);
  expect(checkInstalled(false)).toBe(false);
});

it("requires an install when the packaged Node is missing, unless the running one suffices", () => {
  rmSync(join(folder, node, "bin"), { recursive: true });
  expect([checkInstalled(), checkInstalled(false)]).toEqual([false, true]);
  // npm omits optional packages that could not be fetched from its record.
  const { [node]: _, "node_modules/for-another-platform": __, ...recorded } = packages;
  writeJson("node_modules/.package-lock.json", { packages: recorded });
  expect([checkInstalled(), checkInstalled(false)]).toEqual([false, true]);
});
