import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

it("shows every component of the design system", () => {
  const page = readFileSync(join(import.meta.dirname, "ui.page.tsx"), "utf8");
  const components = globSync("*.tsx", { cwd: join(import.meta.dirname, "../../../design-system/ui") });
  expect(components.length).toBeGreaterThan(15);
  expect(components.filter((file) => !page.includes(`"@furoshiki/design-system/ui/${file}"`))).toEqual([]);
});

it.each([
  ["development", 1],
  ["production", 0],
])("a build for %s has %s routes to the page of components", async (mode, count) => {
  vi.stubEnv("NODE_ENV", mode);
  const { default: routes } = (await import("../routes.ts")) as { default: { path?: string }[] };
  expect(routes.length).toBeGreaterThan(50);
  expect(routes.filter(({ path }) => path === "__ui")).toHaveLength(count);
});
