import { describe, expect, it } from "vitest";
import { buildModuleGraph, type ModuleGraph, reduceImports, renderFlowchart } from "./module-graph.ts";

const createGraph = (imports: Record<string, string[]>): ModuleGraph =>
  new Map(Object.entries(imports).map(([module, imported]) => [module, new Set(imported)]));
const shop = createGraph({
  platform: [],
  money: ["platform"],
  catalog: ["platform", "money"],
  cart: ["platform", "money", "catalog"],
  blog: ["catalog", "platform"],
});

describe("the graph of the modules", () => {
  it("has the imports between listed modules, in the order of the list", () => {
    const imports = [
      ["src/cart/service.ts", "src/money/service.ts"],
      ["src/cart/sql.ts", "src/platform/db.ts"],
      ["src/cart/sql.ts", "src/cart/schema.ts"],
      ["src/app.ts", "src/cart/routes.ts"],
      ["src/money/service.ts", "node_modules/zod/index.js"],
    ] as const;
    const getModule = (file: string) => (file.startsWith("src/") ? file.split("/")[1] : undefined);
    expect(buildModuleGraph(["platform", "money", "cart"], imports, getModule)).toEqual(
      createGraph({ platform: [], money: [], cart: ["platform", "money"] }),
    );
  });

  it("is reduced to the imports that do not follow from others", () => {
    expect(reduceImports(shop)).toEqual(
      createGraph({ platform: [], money: ["platform"], catalog: ["money"], cart: ["catalog"], blog: ["catalog"] }),
    );
  });

  it("is drawn from the top of the dependency order to the bottom", () => {
    expect(renderFlowchart(shop)).toBe(
      [
        "flowchart TD",
        "  blog --> catalog",
        "  cart --> catalog",
        "  catalog --> money",
        "  money --> platform",
        "  platform",
      ].join("\n"),
    );
  });

  it("is refused if modules import each other", () => {
    const cycle = createGraph({ cart: ["orders"], orders: ["cart"] });
    expect(() => renderFlowchart(cycle)).toThrow("modules import each other: cart → orders → cart");
  });
});
