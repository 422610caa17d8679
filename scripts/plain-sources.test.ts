import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const root = mkdtempSync(join(tmpdir(), "furoshiki-sources-"));
const kept = join(root, "node_modules/.cache/furoshiki/sources");
mkdirSync(join(root, "scripts"));
cpSync(join(import.meta.dirname, "plain-sources.mjs"), join(root, "scripts/plain-sources.mjs"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function run(): string {
  const flags = ["--import=./scripts/plain-sources.mjs", "--disable-warning=ExperimentalWarning"];
  return execFileSync(process.execPath, [...flags, "main.ts"], { cwd: root, encoding: "utf8" });
}

it("runs a source as it is now, from one kept file", () => {
  for (const word of ["one", "one", "another"]) {
    writeFileSync(join(root, "main.ts"), `const word: string = "${word}";\nconsole.log(word);\n`);
    expect(run()).toBe(`${word}\n`);
    expect(readdirSync(kept)).toHaveLength(1);
  }
});

it("tells where it failed as the source has it", () => {
  writeFileSync(
    join(root, "main.ts"),
    'type Word = string;\nconst fail = (word: Word) => { throw new Error(word) };\nfail("no");\n',
  );
  for (let n = 0; n < 2; n++) expect(run).toThrow(/main\.ts:2/);
});

it("runs without a place to keep anything", () => {
  rmSync(kept, { recursive: true });
  writeFileSync(kept, "");
  writeFileSync(join(root, "main.ts"), "console.log(1 as number);\n");
  expect(run()).toBe("1\n");
});
