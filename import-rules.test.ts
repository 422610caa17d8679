import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, expect, it } from "vitest";
import config from "./.dependency-cruiser.mjs";

const folder = mkdtempSync(join(tmpdir(), "furoshiki-imports-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Cruises a tree of files, given as path to what each imports, by the repository's own rules. */
async function broken(tree: Record<string, string[]>): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  for (const [file, imports] of Object.entries(tree)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    const lines = imports.map((one, at) =>
      one.startsWith("import ") ? one : `import * as it${at} from "${one}"; it${at};`,
    );
    writeFileSync(join(folder, file), [...lines, "export const here = 1;"].join("\n"));
  }
  symlinkSync(join(import.meta.dirname, "node_modules"), join(folder, "node_modules"));
  const { forbidden, options } = config;
  const { output } = await cruise(
    ["api", "web", "gateway", "server"].filter((top) => hasTop(tree, top)),
    {
      ...options,
      baseDir: folder,
      ruleSet: { forbidden },
      validate: true,
    } as Parameters<typeof cruise>[1],
  );
  const { summary, modules } = output as ICruiseResult;
  expect(modules.length).toBeGreaterThanOrEqual(Object.keys(tree).length);
  return summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`).toSorted();
}

function hasTop(tree: Record<string, string[]>, top: string): boolean {
  return Object.keys(tree).some((file) => file.startsWith(`${top}/`));
}

it("lets rooms import what is to their left, their own files, and named rules", async () => {
  const found = await broken({
    "api/src/platform/db.ts": [],
    "api/src/orders/sql.ts": ["../platform/db.ts"],
    "api/src/orders/totals.ts": [],
    "api/src/orders/schema.ts": ["zod"],
    "api/src/orders/service.ts": ["./sql.ts", "./schema.ts"],
    "api/src/cart/service.ts": ["../orders/service.ts", "../orders/totals.ts", "../orders/schema.ts"],
    "api/src/cart/cart.test.ts": ["../checkout/service.ts", "../orders/sql.ts"],
    "api/src/checkout/service.ts": ["../cart/service.ts"],
    "web/app/ui/button.tsx": [],
    "web/app/cart/line.tsx": ["../ui/button.tsx"],
    "web/app/cart/cart.page.tsx": ["../shell/frame.tsx", "./line.tsx"],
    "web/app/shell/frame.tsx": ["../cart/line.tsx"],
    "web/app/routes.ts": ["./cart/cart.page.tsx"],
    "gateway/src/app.ts": ["../../api/src/platform/db.ts"],
    "server/src/main.ts": ["../../gateway/src/app.ts", "../../api/src/cart/service.ts"],
  });
  expect(found).toEqual([]);
});

it.each<[string, Record<string, string[]>, string[]]>([
  [
    "a room reaches to its right",
    { "api/src/money/service.ts": ["../cart/service.ts"], "api/src/cart/service.ts": [] },
    ["api-line: api/src/money/service.ts"],
  ],
  [
    "the platform knows a room",
    { "api/src/platform/http.ts": ["../money/service.ts"], "api/src/money/service.ts": [] },
    ["api-line: api/src/platform/http.ts"],
  ],
  [
    "a part of the storefront reaches to its right",
    { "web/app/ui/button.tsx": ["../cart/line.tsx"], "web/app/cart/line.tsx": [] },
    ["web-line: web/app/ui/button.tsx"],
  ],
  [
    "a room that has no place in the line",
    { "api/src/app.ts": ["./news/service.ts"], "api/src/news/service.ts": [] },
    ["unknown-room: api/src/app.ts"],
  ],
  [
    "a room reads another's tables through its sql",
    { "api/src/cart/service.ts": ["../orders/sql.ts"], "api/src/orders/sql.ts": [] },
    ["private-of-a-room: api/src/cart/service.ts"],
  ],
  [
    "a room calls another's routes",
    { "api/src/cart/routes.ts": ["../orders/routes.ts"], "api/src/orders/routes.ts": [] },
    ["private-of-a-room: api/src/cart/routes.ts"],
  ],
  [
    "a schema knows a rule",
    { "api/src/cart/schema.ts": ["./totals.ts"], "api/src/cart/totals.ts": [] },
    ["schema-stands-alone: api/src/cart/schema.ts"],
  ],
  [
    "a schema needs a package that browsers have not",
    { "api/src/cart/schema.ts": ["kysely"] },
    ["schema-stands-alone: api/src/cart/schema.ts"],
  ],
  [
    "the storefront comes in by another door",
    { "web/app/cart/cart.page.tsx": ["../../../api/src/cart/service.ts"], "api/src/cart/service.ts": [] },
    ["one-door: web/app/cart/cart.page.tsx"],
  ],
  [
    "a schema travels to the browser",
    { "web/app/cart/line.tsx": ["../../../api/src/cart/schema.ts"], "api/src/cart/schema.ts": [] },
    ["only-types-in-the-browser: web/app/cart/line.tsx"],
  ],
  [
    "somebody imports a page",
    { "web/app/cart/line.tsx": ["./cart.page.tsx"], "web/app/cart/cart.page.tsx": [] },
    ["nobody-imports-a-page: web/app/cart/line.tsx"],
  ],
  [
    "a room knows the server",
    { "api/src/cart/service.ts": ["../../../server/src/main.ts"], "server/src/main.ts": [] },
    ["neighbours-keep-apart: api/src/cart/service.ts"],
  ],
  [
    "the shop reaches into its gateway",
    { "api/src/payments/service.ts": ["../../../gateway/src/app.ts"], "gateway/src/app.ts": [] },
    ["gateway-is-no-room: api/src/payments/service.ts"],
  ],
  [
    "the gateway reaches into a room",
    { "gateway/src/app.ts": ["../../api/src/orders/service.ts"], "api/src/orders/service.ts": [] },
    ["gateway-knows-the-platform: gateway/src/app.ts"],
  ],
  [
    "two files import each other",
    { "api/src/cart/service.ts": ["./totals.ts"], "api/src/cart/totals.ts": ["./service.ts"] },
    ["no-cycle: api/src/cart/service.ts"],
  ],
  [
    "a folder is imported by its index",
    { "server/src/main.ts": ["./edge/index.ts"], "server/src/edge/index.ts": [] },
    ["no-barrel: server/src/main.ts"],
  ],
  [
    "a file is named for nothing",
    {
      "server/src/main.ts": ["./utils.ts", "./shared/dates.ts"],
      "server/src/utils.ts": [],
      "server/src/shared/dates.ts": [],
    },
    ["no-forbidden-name: server/src/main.ts", "no-forbidden-name: server/src/main.ts"],
  ],
  ["an import leads nowhere", { "server/src/main.ts": ["./gone.ts"] }, ["resolvable: server/src/main.ts"]],
])("catches that %s", async (_what, tree, expected) => {
  expect(await broken(tree)).toEqual(expected);
});

it("lets the storefront name types of a schema", async () => {
  const named = 'import type { Cart } from "../../../api/src/cart/schema.ts"; export type Here = Cart;';
  expect(await broken({ "web/app/cart/line.tsx": [named], "api/src/cart/schema.ts": [] })).toEqual([]);
});
