import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fixedPaths } from "../content/storefront-paths.ts";
import { reservedSlugs } from "./reserved-slugs.ts";

it("include the first path segment of every storefront page", () => {
  const routes = readFileSync(join(import.meta.dirname, "../../../web/app/routes.ts"), "utf8");
  const paths = [...routes.matchAll(/\["([^"]+)", "routes\//g)].map(([, path]) => path ?? "");
  const first = [...paths, ...fixedPaths.map((path) => path.slice(1))].map((path) => path.split("/")[0] ?? "");
  const possible = first.filter((part) => /^[a-z0-9-]+$/.test(part));
  expect(possible.length).toBeGreaterThan(20);
  expect(possible.filter((part) => !reservedSlugs.has(part))).toEqual([]);
});
