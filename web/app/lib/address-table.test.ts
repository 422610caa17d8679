import { expect, it } from "vitest";
import { ownAddresses, type AddressTable } from "./address-table.ts";

const page = (id: string, ...imports: string[]) => ({
  ...{ id, hasLoader: true, hasAction: false, hasClientLoader: false, hasClientAction: false },
  ...{ hasClientMiddleware: false, hasErrorBoundary: false, module: `/${id}.js`, imports },
  ...{ clientActionModule: undefined, clientLoaderModule: undefined, clientMiddlewareModule: undefined },
  hydrateFallbackModule: undefined,
});
const table: AddressTable = {
  entry: { module: "/entry.js", imports: ["/react.js"] },
  routes: {
    root: page("root", "/react.js", "/root-part.js"),
    "cart___ru-RU": page("cart___ru-RU", "/react.js", "/cart-part.js"),
    "cart___en-US": page("cart___en-US", "/react.js", "/cart-part.js"),
    "not-found": page("not-found"),
  },
  url: "/assets/manifest-1a2b.js",
  version: "1a2b",
};

it.each(["ru-RU", "en-US"] as const)("of a page in %s holds its own language and what has none", (locale) => {
  const own = ownAddresses(table, locale);
  expect(Object.keys(own.routes)).toEqual(["root", `cart___${locale}`, "not-found"]);
  expect(own.url).toBe(`/assets/manifest-1a2b-${locale}.js`);
  expect(own.version).toBe(table.version);
});

it("names for a page only files that are not there from the start", () => {
  expect(ownAddresses(table, "ru-RU").routes["cart___ru-RU"]?.imports).toEqual(["/cart-part.js"]);
});
