import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ModuleSizes } from "../web/build-steps/module-sizes.ts";
import type { Report } from "./measure.ts";

const clientFolder = join(import.meta.dirname, "../web/build/client");
/** Modules that every page loads: the start of the storefront in the browser and the layout. */
const entryModules = [
  "app/entry.client.tsx",
  "app/root.tsx?__react-router-build-client-route",
  "\0rolldown/runtime.js",
];
/** Not counted as layout: React, the router and the message formatter. */
const runtimePattern = /node_modules\/(?:react|react-dom|scheduler|react-router|use-intl|icu-minify)\//;

/** Measures the compressed size of a page's styles and of the layout's scripts, in KB. */
export function measureAssetSizes(report: Report): void {
  report("all stylesheets, Brotli", `${toKilobytes(getStylesheetBytes())} KB`, "20 KB");
  const { layoutBytes, messageBytes } = getLayoutScriptBytes();
  report(
    "scripts of the layout without runtime, Brotli",
    `${toKilobytes(layoutBytes)} KB, messages ${toKilobytes(messageBytes)} KB`,
    "15 KB",
  );
}

const toKilobytes = (bytes: number) => (bytes / 1024).toFixed(1);
const getCompressedSize = (file: string) => statSync(join(clientFolder, `${file}.br`)).size;

function getStylesheetBytes(): number {
  const files = readdirSync(join(clientFolder, "assets")).filter((name) => name.endsWith(".css"));
  return files.reduce((sum, name) => sum + getCompressedSize(`assets/${name}`), 0);
}

/**
 * Calculates the size of the layout's scripts. An information page adds only half a kilobyte to the layout, so the
 * layout is about what it loads. Chunks are compressed as wholes and contain modules of several pages: the size of each
 * chunk is divided among its modules by length, and the layout gets the modules that the entry modules import directly
 * or indirectly. All icons come from one module: those of other pages in these chunks are counted too, so the real size
 * is slightly smaller.
 */
function getLayoutScriptBytes(): { layoutBytes: number; messageBytes: number } {
  const chunks = JSON.parse(readFileSync(join(clientFolder, ".vite/modules.json"), "utf8")) as ModuleSizes;
  const modulesById = new Map(Object.values(chunks).flatMap((modules) => Object.entries(modules)));
  const requiredModules = new Set(entryModules);
  // Modules that are added during the loop are visited too, so that indirect imports are included.
  for (const id of requiredModules)
    for (const importedId of modulesById.get(id)?.imports ?? []) requiredModules.add(importedId);
  const isLayoutModule = (id: string) => requiredModules.has(id) && !runtimePattern.test(id);
  let layoutBytes = 0;
  let messageBytes = 0;
  for (const [file, modules] of Object.entries(chunks)) {
    const totalLength = sumLengths(modules, () => true);
    const isLayoutChunk = Object.keys(modules).some((id) => isLayoutModule(id) && !id.includes("/lucide-react/"));
    if (isLayoutChunk && totalLength > 0)
      layoutBytes += (getCompressedSize(file) * sumLengths(modules, isLayoutModule)) / totalLength;
    if ("app/messages/ru-RU/shop.json" in modules) messageBytes = getCompressedSize(file);
  }
  return { layoutBytes, messageBytes };
}

function sumLengths(modules: ModuleSizes[string], shouldCount: (id: string) => boolean): number {
  return Object.entries(modules).reduce((sum, [id, { length }]) => sum + (shouldCount(id) ? length : 0), 0);
}
