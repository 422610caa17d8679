// Draws the imports between modules and between workspaces in docs/modules.md. With --check it reports violations of the
// import rules and drawings that are not current.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cruise, format, type ICruiseResult } from "dependency-cruiser";
import config, { adminModules, apiModules, webModules } from "../.dependency-cruiser.mjs";
import packageJson from "../package.json" with { type: "json" };
import { buildModuleGraph, renderFlowchart } from "./module-graph.ts";

const root = join(import.meta.dirname, "..");
const file = join(root, "docs/modules.md");
const drawings: { title: string; sources: string; modules: readonly string[] }[] = [
  { title: "API", sources: "api/src/", modules: apiModules },
  { title: "Storefront", sources: "web/app/", modules: webModules.filter((module) => module !== "routes") },
  { title: "Back office", sources: "admin/app/", modules: adminModules.filter((module) => module !== "routes") },
  { title: "Workspaces", sources: "", modules: packageJson.workspaces },
];

const result = await findImports();
const text = readFileSync(file, "utf8");
const currentText = replaceDrawings(text, result);
if (process.argv.includes("--check")) {
  const { output, exitCode } = await format(result, { outputType: "err-long" });
  if (exitCode && typeof output === "string") process.stdout.write(output);
  if (text !== currentText) console.error("docs/modules.md is not current: npm run modules");
  process.exitCode = exitCode || Number(text !== currentText);
} else writeFileSync(file, currentText);

/** Finds the imports of all files, and what of them the import rules forbid. */
async function findImports(): Promise<ICruiseResult> {
  const { forbidden, options } = config;
  const cruiseOptions = { ...options, baseDir: root, ruleSet: { forbidden }, validate: true };
  const { output } = await cruise(["."], cruiseOptions as Parameters<typeof cruise>[1]);
  return output as ICruiseResult;
}

/** Replaces the drawing below each heading. Code that only tests use is left out: it may import any module. */
function replaceDrawings(document: string, { modules: sources }: ICruiseResult): string {
  const imports = sources
    .filter(({ source }) => !/[.]test[.]tsx?$|(^|\/)fixtures[.]ts$|\/test\//.test(source))
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => [source, resolved] as const));
  return drawings.reduce((current, { title, sources: prefix, modules }) => {
    const getModule = (path: string) => (path.startsWith(prefix) ? path.slice(prefix.length).split("/")[0] : undefined);
    const flowchart = renderFlowchart(buildModuleGraph(modules, imports, getModule));
    const section = new RegExp(`(?<=^## ${title}\n\n)\`\`\`mermaid\n[^\`]*\`\`\``, "m");
    if (!section.test(current)) throw new Error(`docs/modules.md has no drawing below "## ${title}"`);
    return current.replace(section, `\`\`\`mermaid\n${flowchart}\n\`\`\``);
  }, document);
}
