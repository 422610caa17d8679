import { relative } from "node:path";
import type { Plugin } from "vite";

/** Chunk -> module -> its length in characters before minification, and the modules it imports. */
export type ModuleSizes = Record<string, Record<string, { length: number; imports: string[] }>>;

/**
 * Writes which modules the chunks of the client build contain beside Vite's own manifest, for scripts that measure page
 * weight.
 */
export function moduleSizesPlugin(): Plugin {
  let root = "";
  return {
    name: "furoshiki:module-sizes",
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== "client") return;
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const bundledIds = new Set(chunks.flatMap(({ modules }) => Object.keys(modules)));
      // A module that only re-exports is in no chunk: its importers get the modules it re-exports.
      const findImports = (id: string, visited = new Set<string>()): string[] =>
        (this.getModuleInfo(id)?.importedIds ?? []).flatMap((importedId) => {
          if (visited.has(importedId)) return [];
          visited.add(importedId);
          return bundledIds.has(importedId) ? [relative(root, importedId)] : findImports(importedId, visited);
        });
      const sizes: ModuleSizes = {};
      for (const { fileName, modules } of chunks) {
        const entries = Object.entries(modules).map(([id, { renderedLength }]) => {
          return [relative(root, id), { length: renderedLength, imports: findImports(id) }] as const;
        });
        sizes[fileName] = Object.fromEntries(entries);
      }
      this.emitFile({ type: "asset", fileName: ".vite/modules.json", source: JSON.stringify(sizes) });
    },
  };
}
