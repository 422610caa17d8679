import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { matchRoutes, type RouteObject } from "react-router";
import { describe, expect, it } from "vitest";
import { locales, type Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { localizePath } from "@furoshiki/design-system/i18n/locale-path.ts";
import routes from "../routes.ts";

/** The name of the route that matches a path; null if none does, or only the route of product slugs. */
function findRouteName(path: string, locale: Locale): string | null {
  const pathname = localizePath(path, locale, "prefix_except_default").split(/[?#]/, 1)[0] ?? "/";
  const [name, routeLocale] =
    matchRoutes(routes as RouteObject[], pathname)
      ?.at(-1)
      ?.route.id?.split("___") ?? [];
  return name && routeLocale === locale && name !== "product" ? name : null;
}

/** Every path that the sources of the layout and of the notifications contain. */
function collectPaths(): string[] {
  const files = globSync("{layout,notifications}/**/*.tsx", { cwd: join(import.meta.dirname, "..") }).filter(
    (file) => !file.endsWith(".test.tsx"),
  );
  return files.flatMap((file) => {
    const source = readFileSync(join(import.meta.dirname, "..", file), "utf8");
    return [...source.matchAll(/["'`](\/[a-z][^"'`\s]*)["'`]/g)]
      .map((match) => (match[1] ?? "").replaceAll(/\$\{[^}]*\}/g, "x"))
      .filter((path) => !path.startsWith("/v1/") && !path.endsWith("/"));
  });
}

describe.each(locales)("the layout links, in %s", (locale) => {
  it("lead to existing routes", () => {
    const paths = [...new Set(["/", ...collectPaths()])];
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => findRouteName(path, locale) === null)).toEqual([]);
  });

  it("are detected if they lead nowhere", () => {
    expect(findRouteName("/brandz", locale)).toBeNull();
    expect(findRouteName("/info/delivery/now", locale)).toBeNull();
    expect(findRouteName("/blog/tag/tea?page=2", locale)).toBe("blog-tag");
  });
});
