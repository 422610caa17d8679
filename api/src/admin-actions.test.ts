import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { adminActions } from "./admin-actions.ts";
import { permissions } from "./staff/permissions.ts";

const isAction = (value: unknown): value is { name: string } =>
  typeof value === "object" && value !== null && "permission" in value && "run" in value;

it("lists every action of every module", async () => {
  const exported: unknown[] = [];
  for (const file of globSync("*/**/*admin-actions.ts", { cwd: import.meta.dirname }))
    exported.push(...Object.values((await import(join(import.meta.dirname, file))) as object));
  const names = exported.filter(isAction).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(adminActions.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

it("has actions with unique names and existing permissions", () => {
  const names = adminActions.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z_]+\.[a-z_]+$/.test(name))).toEqual([]);
  expect(adminActions.filter(({ permission }) => !permissions.includes(permission))).toEqual([]);
});
