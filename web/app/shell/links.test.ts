import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { matchRoutes, type RouteObject } from "react-router";
import { describe, expect, it } from "vitest";
import { localizedPath, locales, type Locale } from "../lib/locale.ts";
import routes from "../routes.ts";

/** The name of the route that answers an address; what falls through to a product's slug is no page of the table. */
function pageAt(path: string, locale: Locale): string | null {
  const address = localizedPath(path, locale, "prefix_except_default").split(/[?#]/, 1)[0] ?? "/";
  const [name, of] =
    matchRoutes(routes as RouteObject[], address)
      ?.at(-1)
      ?.route.id?.split("___") ?? [];
  return name && of === locale && name !== "product" ? name : null;
}

/** Every address that the header, the bars, the drawer, the popovers and the panels name in their source. */
function named(): string[] {
  const files = globSync("{shell,notifications}/*.tsx", { cwd: join(import.meta.dirname, "..") }).filter(
    (file) => !file.endsWith(".test.tsx"),
  );
  return files.flatMap((file) => {
    const source = readFileSync(join(import.meta.dirname, "..", file), "utf8");
    return [...source.matchAll(/["'`](\/[a-z][^"'`\s]*)["'`]/g)]
      .map((match) => (match[1] ?? "").replaceAll(/\$\{[^}]*\}/g, "x"))
      .filter((path) => !path.startsWith("/v1/") && !path.endsWith("/"));
  });
}

describe.each(locales)("the links around every page, in %s", (locale) => {
  it("lead to pages of the address table", () => {
    const all = [...new Set(["/", ...named()])];
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter((path) => pageAt(path, locale) === null)).toEqual([]);
  });

  it("would be seen to lead nowhere", () => {
    expect(pageAt("/brandz", locale)).toBeNull();
    expect(pageAt("/info/delivery/now", locale)).toBeNull();
    expect(pageAt("/blog/tag/tea?page=2", locale)).toBe("blog-tag");
  });
});
