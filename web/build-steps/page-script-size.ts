// Prints how much script a page of the built storefront requests, at maximum Brotli compression: node
// web/build-steps/page-script-size.ts [route]
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { ServerBuild } from "react-router";
import type { messageUrls as MessageUrls } from "virtual:message-urls";
import { locales } from "@furoshiki/design-system/i18n/locale.ts";

const build = join(import.meta.dirname, "../build");
const routeId = process.argv[2] ?? "product___ru-RU";
const { assets, entry } = (await import(join(build, "server/index.js"))) as ServerBuild;
const { messageUrls } = entry.module as unknown as { messageUrls: typeof MessageUrls };
const locale = locales.find((candidate) => routeId.endsWith(candidate)) ?? locales[0];
const route = assets.routes[routeId];
const root = assets.routes["root"];
if (!route || !root) throw new Error(`no route ${routeId}; there are ${Object.keys(assets.routes).join(", ")}`);

const messagesUrl = messageUrls.shop[locale];
const files = new Set([
  assets.url,
  assets.entry.module,
  ...assets.entry.imports,
  ...(messagesUrl ? [messagesUrl] : []),
]);
for (const { module, imports = [] } of [root, route]) for (const file of [module, ...imports]) files.add(file);

let total = 0;
for (const file of files) {
  const source = readFileSync(join(build, "client", file));
  const { length } = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  total += length;
  console.log(`${String(length).padStart(8)}  ${file}`);
}
console.log(`${String(total).padStart(8)}  ${routeId}`);
