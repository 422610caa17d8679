// How much script a page of the built storefront asks for, Brotli at its best: node web/build-steps/script-size.ts [route]
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { ServerBuild } from "react-router";
import { ownAddresses } from "../app/lib/address-table.ts";
import { locales } from "../app/lib/locale.ts";

const build = join(import.meta.dirname, "../build");
const name = process.argv[2] ?? "product___ru-RU";
const { assets: all, entry } = (await import(join(build, "server/index.js"))) as ServerBuild;
const { textChunks } = entry.module as unknown as { textChunks: Record<string, string> };
const locale = locales.find((one) => name.endsWith(one)) ?? locales[0];
const assets = ownAddresses(all, locale);
const route = assets.routes[name];
const root = assets.routes["root"];
if (!route || !root) throw new Error(`no route ${name}; there are ${Object.keys(assets.routes).join(", ")}`);

const texts = textChunks[locale];
const files = new Set([assets.url, assets.entry.module, ...assets.entry.imports, ...(texts ? [texts] : [])]);
for (const { module, imports = [] } of [root, route]) for (const file of [module, ...imports]) files.add(file);

let total = 0;
for (const file of files) {
  const source = readFileSync(join(build, "client", file));
  const { length } = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  total += length;
  console.log(`${String(length).padStart(8)}  ${file}`);
}
console.log(`${String(total).padStart(8)}  ${name}`);
