/** Which modules a module imports. Every module is a key. */
export type ModuleGraph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Builds the graph of the modules from the imports between files.
 * @param getModule returns the module of a file, or undefined if the file belongs to none.
 */
export function buildModuleGraph(
  modules: readonly string[],
  imports: Iterable<readonly [from: string, to: string]>,
  getModule: (file: string) => string | undefined,
): ModuleGraph {
  const found = new Map(modules.map((module) => [module, new Set<string>()]));
  for (const [from, to] of imports) {
    const [importer, imported] = [getModule(from), getModule(to)];
    if (importer === undefined || imported === undefined || importer === imported) continue;
    found.get(importer)?.add(imported);
  }
  // Sorted like the list: the order of the files does not matter.
  return new Map([...found].map(([module, imports]) => [module, new Set(modules.filter((one) => imports.has(one)))]));
}

/** Leaves out the imports that follow from others: if a imports b and b imports c, then not a → c. */
export function reduceImports(graph: ModuleGraph): ModuleGraph {
  const reachable = new Map<string, Set<string>>();
  for (const module of sortByDependencies(graph)) {
    const imports = [...getImports(graph, module)];
    reachable.set(module, new Set(imports.flatMap((one) => [one, ...(reachable.get(one) ?? [])])));
  }
  return new Map(
    [...graph].map(([module, imports]) => [
      module,
      new Set([...imports].filter((to) => ![...imports].some((via) => via !== to && reachable.get(via)?.has(to)))),
    ]),
  );
}

/**
 * Draws a graph as a Mermaid flowchart, in which every arrow leads down.
 * @throws Error if modules import each other
 */
export function renderFlowchart(graph: ModuleGraph): string {
  const reduced = reduceImports(graph);
  const lines = [...reduced].toReversed().map(([module, imports]) => {
    const targets = [...imports].join(" & ");
    return targets === "" ? `  ${module}` : `  ${module} --> ${targets}`;
  });
  return ["flowchart TD", ...lines].join("\n");
}

/** Sorts the modules so that each stands after all that it imports. @throws Error if modules import each other. */
function sortByDependencies(graph: ModuleGraph): string[] {
  const sorted = new Set<string>();
  const open = new Set<string>();
  const visit = (module: string): void => {
    if (sorted.has(module)) return;
    if (open.has(module)) throw new Error(`modules import each other: ${[...open, module].join(" → ")}`);
    open.add(module);
    for (const imported of getImports(graph, module)) visit(imported);
    open.delete(module);
    sorted.add(module);
  };
  for (const module of graph.keys()) visit(module);
  return [...sorted];
}

const noImports: ReadonlySet<string> = new Set();

function getImports(graph: ModuleGraph, module: string): ReadonlySet<string> {
  return graph.get(module) ?? noImports;
}
