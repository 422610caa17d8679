import { relative } from "node:path";
import type { Plugin } from "vite";

/** Chunk -> module -> its length in characters before it was made small, and the modules that it cannot do without. */
export type ModuleSizes = Record<string, Record<string, { length: number; imports: string[] }>>;

/** Writes what the files of the client build are made of beside Vite's own manifest, for whoever weighs them. */
export function moduleSizes(): Plugin {
  let root = "";
  return {
    name: "furoshiki:module-sizes",
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== "client") return;
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const kept = new Set(chunks.flatMap(({ modules }) => Object.keys(modules)));
      // What only passes on the names of others is in no file: whoever imports it, imports them.
      const through = new Set<string>();
      const importsOf = (id: string): string[] =>
        (this.getModuleInfo(id)?.importedIds ?? []).flatMap((one) => {
          if (kept.has(one)) return [relative(root, one)];
          if (through.has(one)) return [];
          through.add(one);
          const passedOn = importsOf(one);
          through.delete(one);
          return passedOn;
        });
      const sizes: ModuleSizes = {};
      for (const { fileName, modules } of chunks) {
        const entries = Object.entries(modules).map(([id, { renderedLength }]) => {
          return [relative(root, id), { length: renderedLength, imports: importsOf(id) }] as const;
        });
        sizes[fileName] = Object.fromEntries(entries);
      }
      this.emitFile({ type: "asset", fileName: ".vite/modules.json", source: JSON.stringify(sizes) });
    },
  };
}
