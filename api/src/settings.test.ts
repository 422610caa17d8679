import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { settings } from "./settings.ts";

const sources = globSync("**/*.ts", { cwd: import.meta.dirname }).filter((file) => !file.endsWith(".test.ts"));

it("lists every setting of every module once, with a valid default", () => {
  const keys = settings.map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(60);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { key, schema, fallback } of settings)
    expect(schema.safeParse(fallback).success, `the default of ${key}`).toBe(true);
  for (const file of sources.filter((path) => path.endsWith("settings.ts")))
    for (const [, key = ""] of readFileSync(join(import.meta.dirname, file), "utf8").matchAll(
      /\bsetting(?:<.+>)?\(\s*"([\w.]+)"/g,
    ))
      expect(keys, `${file} has a setting that is not in the registry`).toContain(key);
});

it("finds settings only in files named settings.ts", () => {
  const misplaced = sources.filter(
    (file) =>
      !file.endsWith("settings.ts") && /\bsetting[<(]/.test(readFileSync(join(import.meta.dirname, file), "utf8")),
  );
  expect(misplaced).toEqual([]);
});
