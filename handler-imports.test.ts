import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { parseSync } from "@swc/core";
import { afterAll, describe, expect, it } from "vitest";

// docs/decisions/0044-limit-every-handler-to-60-files.md
const MAX_FILES = 60;

const folder = mkdtempSync(join(tmpdir(), "furoshiki-handlers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns a function that lists the source files which a file reaches by imports that exist at run time, itself included. */
function createReachFinder(root: string): (file: string) => string[] {
  const importsByFile = new Map<string, string[]>();
  const listImports = (file: string): string[] => {
    const cached = importsByFile.get(file);
    if (cached) return cached;
    const sources = listImportSources(readFileSync(join(root, file), "utf8"));
    const imports = sources
      .filter((source) => source.startsWith(".") && source.endsWith(".ts"))
      .map((source) => join(dirname(file), source))
      .filter((path) => existsSync(join(root, path)));
    importsByFile.set(file, imports);
    return imports;
  };
  return (file) => {
    const reached = new Set([file]);
    for (const current of reached) for (const imported of listImports(current)) reached.add(imported);
    return [...reached];
  };
}

type SyntaxNode = { type: string; typeOnly?: boolean; source?: { value: string } | null } & Record<string, unknown>;

/**
 * Returns the modules that a source file loads: imports, re-exports and dynamic imports, but not `import type`. An
 * import with inline types only (`import { type A }`) is loaded, since the compiler keeps it (`verbatimModuleSyntax`).
 */
function listImportSources(code: string): string[] {
  const sources: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    const node = value as SyntaxNode;
    if (isImportOrExport(node) && !node.typeOnly && node.source) sources.push(node.source.value);
    if (node.type === "CallExpression") sources.push(...getDynamicImportSource(node));
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(code, { syntax: "typescript", target: "es2024" }).body);
  return sources;
}

function isImportOrExport({ type }: SyntaxNode): boolean {
  return type === "ImportDeclaration" || type === "ExportNamedDeclaration" || type === "ExportAllDeclaration";
}

function getDynamicImportSource(call: SyntaxNode): string[] {
  const { callee, arguments: list } = call as unknown as {
    callee: { type: string };
    arguments: { expression: { type: string; value?: unknown } }[];
  };
  const source = list[0]?.expression.value;
  return callee.type === "Import" && typeof source === "string" ? [source] : [];
}

it("follows imports, re-exports and dynamic imports, and no types", () => {
  const tree = {
    "cart/routes.ts": [
      'import { getCart } from "./service.ts";',
      'import type { Cart } from "./only-a-type.ts";',
      'import { z } from "zod";',
      'const load = () => import("./loaded-later.ts");',
    ],
    "cart/service.ts": [
      'import { type Line, countLines } from "./value-and-type.ts";',
      'import { type Total } from "./inline-type.ts";',
      'export { findCart } from "../orders/sql.ts";',
      'export type { Order } from "./only-a-type-again.ts";',
      'import { cartRoutes } from "./routes.ts";',
    ],
    "cart/value-and-type.ts": ['export * from "./star.ts";', 'import "./side-effect.ts";'],
    ...Object.fromEntries(
      [
        ...["cart/only-a-type.ts", "cart/only-a-type-again.ts", "cart/loaded-later.ts", "cart/inline-type.ts"],
        ...["cart/star.ts", "cart/side-effect.ts", "orders/sql.ts", "orders/unrelated.ts"],
      ].map((file) => [file, []]),
    ),
  };
  for (const [file, lines] of Object.entries(tree)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), lines.join("\n"));
  }
  expect(createReachFinder(folder)("cart/routes.ts").toSorted()).toEqual([
    ...["cart/inline-type.ts", "cart/loaded-later.ts", "cart/routes.ts", "cart/service.ts", "cart/side-effect.ts"],
    ...["cart/star.ts", "cart/value-and-type.ts", "orders/sql.ts"],
  ]);
});

describe("a handler", () => {
  const root = import.meta.dirname;
  const findReached = createReachFinder(root);
  const handlers = globSync("api/src/**/*routes.ts", { cwd: root })
    .map((file) => relative(root, join(root, file)))
    .toSorted();
  const countReached = (file: string) => findReached(file).length;

  it(`reaches at most ${MAX_FILES} files`, () => {
    expect(handlers.length).toBeGreaterThan(30);
    const tooMany = handlers.filter((file) => countReached(file) > MAX_FILES);
    expect(tooMany.map((file) => `${file} reaches ${countReached(file)} files`)).toEqual([]);
  });
});
