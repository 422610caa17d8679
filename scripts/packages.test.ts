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

function write(path: string, content: object | string) {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
}

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  write("package-lock.json", { packages: { "": {}, api: {}, ...packages } });
  const { "node_modules/for-another-platform": _, ...recorded } = packages;
  write("node_modules/.package-lock.json", { packages: recorded });
  for (const path of Object.keys(recorded)) write(`${path}/package.json`, {});
  write(`${node}/bin/${process.platform === "win32" ? "node.exe" : "node"}`, "");
});
const installed = (needsNode = true) => isInstalled(folder, { needsNode });

it("believes a whole install, without the packages of other platforms", () => {
  expect(installed()).toBe(true);
});

it.each<[string, () => void]>([
  [
    "a package is gone, though the record names it",
    () => rmSync(join(folder, "node_modules/hono"), { recursive: true }),
  ],
  ["a package of ours is gone", () => rmSync(join(folder, "node_modules/@furoshiki"), { recursive: true })],
  ["the record is gone", () => rmSync(join(folder, "node_modules/.package-lock.json"))],
  [
    "another version is wanted",
    () => write("package-lock.json", { packages: { ...packages, "node_modules/hono": { version: "2.0.0" } } }),
  ],
])("installs again when %s", (_what, breakIt) => {
  breakIt();
  expect(installed()).toBe(false);
  expect(installed(false)).toBe(false);
});

it("installs again when the packaged Node is gone, unless the running one does", () => {
  rmSync(join(folder, node, "bin"), { recursive: true });
  expect([installed(), installed(false)]).toEqual([false, true]);
  // npm leaves optional packages that could not be fetched out of its record.
  const { [node]: _, "node_modules/for-another-platform": __, ...recorded } = packages;
  write("node_modules/.package-lock.json", { packages: recorded });
  expect([installed(), installed(false)]).toEqual([false, true]);
});
