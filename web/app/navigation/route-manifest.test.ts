import { expect, it } from "vitest";
import { createLocaleManifest, type RouteManifest } from "./route-manifest.ts";

const createRoute = (id: string, ...imports: string[]) => ({
  ...{ id, hasLoader: true, hasAction: false, hasClientLoader: false, hasClientAction: false },
  ...{ hasClientMiddleware: false, hasErrorBoundary: false, module: `/${id}.js`, imports },
  ...{ clientActionModule: undefined, clientLoaderModule: undefined, clientMiddlewareModule: undefined },
  hydrateFallbackModule: undefined,
});
const manifest: RouteManifest = {
  entry: { module: "/entry.js", imports: ["/react.js"] },
  routes: {
    root: createRoute("root", "/react.js", "/root-part.js"),
    "cart___ru-RU": createRoute("cart___ru-RU", "/react.js", "/cart-part.js"),
    "cart___en-US": createRoute("cart___en-US", "/react.js", "/cart-part.js"),
    "not-found": createRoute("not-found"),
  },
  url: "/assets/manifest-1a2b.js",
  version: "1a2b",
};

it.each(["ru-RU", "en-US"] as const)(
  "the manifest for %s contains the routes of that locale and those without a locale",
  (locale) => {
    const localeManifest = createLocaleManifest(manifest, locale);
    expect(Object.keys(localeManifest.routes)).toEqual(["root", `cart___${locale}`, "not-found"]);
    expect(localeManifest.url).toBe(`/assets/manifest-1a2b-${locale}.js`);
    expect(localeManifest.version).toBe(manifest.version);
  },
);

it("lists for a route only files that the entry does not load", () => {
  expect(createLocaleManifest(manifest, "ru-RU").routes["cart___ru-RU"]?.imports).toEqual(["/cart-part.js"]);
});
