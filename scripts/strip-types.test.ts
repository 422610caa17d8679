import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const root = mkdtempSync(join(tmpdir(), "furoshiki-sources-"));
const cacheFolder = join(root, "node_modules/.cache/furoshiki/sources");
mkdirSync(join(root, "scripts"));
cpSync(join(import.meta.dirname, "strip-types.mjs"), join(root, "scripts/strip-types.mjs"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function run(): string {
  const flags = ["--import=./scripts/strip-types.mjs", "--disable-warning=ExperimentalWarning"];
  return execFileSync(process.execPath, [...flags, "main.ts"], { cwd: root, encoding: "utf8" });
}

it("runs the current source, from one cached file", () => {
  for (const word of ["one", "one", "another"]) {
    writeFileSync(join(root, "main.ts"), `const word: string = "${word}";\nconsole.log(word);\n`);
    expect(run()).toBe(`${word}\n`);
    expect(readdirSync(cacheFolder)).toHaveLength(1);
  }
});

it("reports errors at the original line", () => {
  writeFileSync(
    join(root, "main.ts"),
    'type Word = string;\nconst fail = (word: Word) => { throw new Error(word) };\nfail("no");\n',
  );
  // The second run uses the cache.
  for (let attempt = 0; attempt < 2; attempt++) expect(run).toThrow(/main\.ts:2/);
});

it("runs without a writable cache", () => {
  rmSync(cacheFolder, { recursive: true });
  writeFileSync(cacheFolder, "");
  writeFileSync(join(root, "main.ts"), "console.log(1 as number);\n");
  expect(run()).toBe("1\n");
});
