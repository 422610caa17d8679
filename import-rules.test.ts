import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, expect, it } from "vitest";
import config from "./.dependency-cruiser.mjs";

const folder = mkdtempSync(join(tmpdir(), "furoshiki-imports-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Checks a tree of files, given as path and imports, by the rules of the repository. @returns `rule: file` of each violation */
async function findViolations(tree: Record<string, string[]>): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  for (const [file, imports] of Object.entries(tree)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    const lines = imports.map((source, index) =>
      source.startsWith("import ") ? source : `import * as module${index} from "${source}"; module${index};`,
    );
    writeFileSync(join(folder, file), [...lines, "export const value = 1;"].join("\n"));
  }
  symlinkSync(join(import.meta.dirname, "node_modules"), join(folder, "node_modules"));
  const { forbidden, options } = config;
  const { output } = await cruise(
    ["api", "design-system", "admin", "web", "sandbox-gateway", "server"].filter((name) => hasFolder(tree, name)),
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

function hasFolder(tree: Record<string, string[]>, name: string): boolean {
  return Object.keys(tree).some((file) => file.startsWith(`${name}/`));
}

it("allows imports of earlier modules, of the module's own files and of named rule files", async () => {
  const violations = await findViolations({
    "api/src/platform/db/database.ts": [],
    "api/src/orders/sql.ts": ["../platform/db/database.ts"],
    "api/src/orders/totals.ts": [],
    "api/src/orders/schema.ts": ["zod"],
    "api/src/orders/admin-schema.ts": ["zod", "./schema.ts"],
    "api/src/orders/service.ts": ["./sql.ts", "./schema.ts"],
    "api/src/cart/lines/sql.ts": [],
    "api/src/cart/service.ts": [
      ...["../orders/service.ts", "../orders/totals.ts", "../orders/schema.ts", "./lines/sql.ts"],
    ],
    "api/src/catalog/product-index/sql.ts": [],
    "api/src/catalog/product-index/service.ts": ["./sql.ts"],
    "api/src/catalog/listing/service.ts": ["../product-index/service.ts"],
    "api/src/cart/cart.test.ts": ["../checkout/service.ts", "../orders/sql.ts"],
    "api/src/checkout/service.ts": ["../cart/service.ts"],
    "design-system/ui/button.tsx": [],
    "web/app/browser/store.ts": [],
    "web/app/cart/line.tsx": ["../../../design-system/ui/button.tsx", "../browser/store.ts"],
    "web/app/layout/page-layout.tsx": ["../cart/line.tsx"],
    "web/app/routes/cart.page.tsx": ["../layout/page-layout.tsx", "../cart/line.tsx"],
    "web/app/routes.ts": ["./routes/cart.page.tsx"],
    "admin/app/ui/table.tsx": ["../../../design-system/ui/button.tsx"],
    "admin/app/orders/order-table.tsx": ["../ui/table.tsx"],
    "admin/app/routes/orders.page.tsx": ["../orders/order-table.tsx", "../../../api/src/orders/admin-schema.ts"],
    "sandbox-gateway/src/app.ts": ["../../api/src/platform/db/database.ts"],
    "server/src/main.ts": ["../../sandbox-gateway/src/app.ts", "../../api/src/cart/service.ts"],
  });
  expect(violations).toEqual([]);
});

it.each<[string, Record<string, string[]>, string[]]>([
  [
    "a module that imports a later one",
    { "api/src/money/service.ts": ["../cart/service.ts"], "api/src/cart/service.ts": [] },
    ["api-order: api/src/money/service.ts"],
  ],
  [
    "a platform that imports a module",
    { "api/src/platform/http/endpoint.ts": ["../../money/service.ts"], "api/src/money/service.ts": [] },
    ["api-order: api/src/platform/http/endpoint.ts"],
  ],
  [
    "a module of the storefront that imports a later one",
    { "web/app/browser/store.ts": ["../cart/line.tsx"], "web/app/cart/line.tsx": [] },
    ["web-order: web/app/browser/store.ts"],
  ],
  [
    "a design system that imports the storefront",
    { "design-system/ui/button.tsx": ["../../web/app/cart/line.tsx"], "web/app/cart/line.tsx": [] },
    ["design-system-imports-nothing: design-system/ui/button.tsx"],
  ],
  [
    "a design system that imports a schema of the API",
    { "design-system/ui/price.tsx": ["../../api/src/money/schema.ts"], "api/src/money/schema.ts": [] },
    ["design-system-imports-nothing: design-system/ui/price.tsx"],
  ],
  [
    "an API that imports a component",
    { "api/src/money/service.ts": ["../../../design-system/ui/price.tsx"], "design-system/ui/price.tsx": [] },
    ["components-in-front-ends: api/src/money/service.ts"],
  ],
  [
    "a module of the API that is not in the list",
    { "api/src/app.ts": ["./news/service.ts"], "api/src/news/service.ts": [] },
    ["unknown-module: api/src/app.ts"],
  ],
  [
    "a module of the storefront that is not in the list",
    { "web/app/root.tsx": ["./news/list.tsx"], "web/app/news/list.tsx": [] },
    ["unknown-module: web/app/root.tsx"],
  ],
  ...["sql.ts", "line-sql.ts", "line-total-sql.ts", "lines/sql.ts", "lines/line-total-sql.ts"].map(
    (file): [string, Record<string, string[]>, string[]] => [
      `a module that imports the queries of another (${file})`,
      { "api/src/cart/service.ts": [`../orders/${file}`], [`api/src/orders/${file}`]: [] },
      ["private-file: api/src/cart/service.ts"],
    ],
  ),
  ...["routes.ts", "refund-routes.ts", "staff/order-commands.ts", "staff/jobs.ts"].map(
    (file): [string, Record<string, string[]>, string[]] => [
      `a module that imports ${file} of another`,
      { "api/src/cart/routes.ts": [`../orders/${file}`], [`api/src/orders/${file}`]: [] },
      ["private-file: api/src/cart/routes.ts"],
    ],
  ),
  ...["sql.ts", "product-index.ts"].map((file): [string, Record<string, string[]>, string[]] => [
    `a service of the same module that imports ${file} of the product index`,
    {
      "api/src/catalog/listing/service.ts": [`../product-index/${file}`],
      [`api/src/catalog/product-index/${file}`]: [],
    },
    ["product-index-door: api/src/catalog/listing/service.ts"],
  ]),
  [
    "a schema that imports a rule",
    { "api/src/cart/schema.ts": ["./totals.ts"], "api/src/cart/totals.ts": [] },
    ["schema-imports: api/src/cart/schema.ts"],
  ],
  [
    "a schema that imports a package for servers",
    { "api/src/cart/lines/schema.ts": ["kysely"] },
    ["schema-imports: api/src/cart/lines/schema.ts"],
  ],
  [
    "a schema that imports a schema of the back office",
    { "api/src/cart/schema.ts": ["./admin-schema.ts"], "api/src/cart/admin-schema.ts": [] },
    ["schema-imports: api/src/cart/schema.ts"],
  ],
  [
    "a schema of the back office that imports a rule",
    { "api/src/cart/admin-schema.ts": ["./totals.ts"], "api/src/cart/totals.ts": [] },
    ["admin-schema-imports: api/src/cart/admin-schema.ts"],
  ],
  [
    "a storefront that imports a schema of the back office",
    { "web/app/routes/cart.page.tsx": ["../../../api/src/cart/admin-schema.ts"], "api/src/cart/admin-schema.ts": [] },
    ["api-through-schemas: web/app/routes/cart.page.tsx"],
  ],
  [
    "a storefront that imports a service of the API",
    { "web/app/routes/cart.page.tsx": ["../../../api/src/cart/service.ts"], "api/src/cart/service.ts": [] },
    ["api-through-schemas: web/app/routes/cart.page.tsx"],
  ],
  [
    "a back office that imports a service of the API",
    { "admin/app/routes/orders.page.tsx": ["../../../api/src/orders/service.ts"], "api/src/orders/service.ts": [] },
    ["admin-api-through-schemas: admin/app/routes/orders.page.tsx"],
  ],
  [
    "a back office that imports the storefront",
    { "admin/app/ui/price.tsx": ["../../../web/app/cart/line.tsx"], "web/app/cart/line.tsx": [] },
    ["separate-sites: admin/app/ui/price.tsx"],
  ],
  [
    "a storefront that imports the back office",
    { "web/app/cart/line.tsx": ["../../../admin/app/ui/price.tsx"], "admin/app/ui/price.tsx": [] },
    ["separate-sites: web/app/cart/line.tsx"],
  ],
  [
    "a module of the back office that imports a later one",
    { "admin/app/ui/table.tsx": ["../shell/shell.tsx"], "admin/app/shell/shell.tsx": [] },
    ["admin-order: admin/app/ui/table.tsx"],
  ],
  [
    "a module of the back office that is not in the list",
    { "admin/app/root.tsx": ["./news/list.tsx"], "admin/app/news/list.tsx": [] },
    ["unknown-module: admin/app/root.tsx"],
  ],
  [
    "a schema of the back office that is sent to the browser",
    { "admin/app/ui/table.tsx": ["../../../api/src/orders/admin-schema.ts"], "api/src/orders/admin-schema.ts": [] },
    ["no-schema-in-the-browser: admin/app/ui/table.tsx"],
  ],
  [
    "a calendar that waits for the messages of the catalog",
    {
      "admin/app/i18n/catalog-i18n.ts": [],
      "admin/app/catalog/product-name.tsx": ["../i18n/catalog-i18n.ts"],
      "admin/app/calendar/entry.tsx": ["../catalog/product-name.tsx"],
    },
    ["messages-of-the-catalog: admin/app/calendar/entry.tsx"],
  ],
  [
    "an API that imports the back office",
    { "api/src/orders/service.ts": ["../../../admin/app/ui/table.tsx"], "admin/app/ui/table.tsx": [] },
    ["api-knows-no-program: api/src/orders/service.ts"],
  ],
  [
    "a library that every process loads",
    {
      "api/src/account/passkeys.ts": ["@simplewebauthn/server"],
      "api/src/platform/mailer.ts": [
        'import type { Transport } from "nodemailer"; export const load = () => import("nodemailer");',
      ],
    },
    ["libraries-on-demand: api/src/account/passkeys.ts"],
  ],
  [
    "a schema that is sent to the browser",
    { "web/app/cart/line.tsx": ["../../../api/src/cart/schema.ts"], "api/src/cart/schema.ts": [] },
    ["no-schema-in-the-browser: web/app/cart/line.tsx"],
  ],
  [
    "a route module that is imported by another",
    { "web/app/routes/cart.page.tsx": ["./cart-lines.ts"], "web/app/routes/cart-lines.ts": [] },
    ["no-import-of-a-route: web/app/routes/cart.page.tsx"],
  ],
  [
    "a route module that is imported by a module",
    { "web/app/cart/line.tsx": ["../routes/cart.page.tsx"], "web/app/routes/cart.page.tsx": [] },
    ["no-import-of-a-route: web/app/cart/line.tsx", "web-order: web/app/cart/line.tsx"],
  ],
  [
    "a module that imports the server",
    { "api/src/cart/service.ts": ["../../../server/src/main.ts"], "server/src/main.ts": [] },
    ["api-knows-no-program: api/src/cart/service.ts"],
  ],
  [
    "an API that imports the sandbox gateway",
    { "api/src/payments/service.ts": ["../../../sandbox-gateway/src/app.ts"], "sandbox-gateway/src/app.ts": [] },
    ["gateway-over-http: api/src/payments/service.ts"],
  ],
  [
    "a sandbox gateway that imports a module",
    { "sandbox-gateway/src/app.ts": ["../../api/src/orders/service.ts"], "api/src/orders/service.ts": [] },
    ["gateway-imports-platform-only: sandbox-gateway/src/app.ts"],
  ],
  [
    "two files that import each other",
    { "api/src/cart/service.ts": ["./totals.ts"], "api/src/cart/totals.ts": ["./service.ts"] },
    ["no-cycle: api/src/cart/service.ts"],
  ],
  [
    "a folder that is imported by its index",
    { "server/src/main.ts": ["./edge/index.ts"], "server/src/edge/index.ts": [] },
    ["no-barrel: server/src/main.ts"],
  ],
  [
    "vague file names",
    {
      "server/src/main.ts": ["./utils.ts", "./shared/dates.ts"],
      "server/src/utils.ts": [],
      "server/src/shared/dates.ts": [],
    },
    ["no-vague-name: server/src/main.ts", "no-vague-name: server/src/main.ts"],
  ],
  ["an import of a missing file", { "server/src/main.ts": ["./gone.ts"] }, ["resolvable: server/src/main.ts"]],
])("rejects %s", async (_what, tree, expected) => {
  expect(await findViolations(tree)).toEqual(expected);
});

it("allows the storefront to import types of a schema", async () => {
  const typeImport = 'import type { Cart } from "../../../api/src/cart/schema.ts"; export type CartType = Cart;';
  expect(await findViolations({ "web/app/cart/line.tsx": [typeImport], "api/src/cart/schema.ts": [] })).toEqual([]);
});
