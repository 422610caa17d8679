type Node = { name: string; attributes: Map<string, string>; children: Node[] };

/**
 * What an SVG draws, without how it is written: attributes in order, numbers to a thousandth, definitions put where
 * they are used instead of under ids, a place of 0 and the regions of blurs left out. Two drawings with the same canonical text look
 * the same.
 */
export function canonical(svg: string): string {
  const root = parsed(svg);
  const definitions = new Map<string, Node>();
  collect(root, definitions);
  const known = new Map<string, string>();
  const definition = (id: string): string => {
    const held = known.get(id);
    if (held !== undefined) return held;
    const node = definitions.get(id);
    if (!node) throw new Error(`nothing is called ${id}`);
    const text = written(node, definition);
    known.set(id, text);
    return text;
  };
  return written(root, definition);
}

function parsed(svg: string): Node {
  const top: Node = { name: "", attributes: new Map(), children: [] };
  const open = [top];
  for (const [, closing, name = "", inside = "", alone] of svg.matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>/g)) {
    if (closing) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes something else`);
      continue;
    }
    const attributes = new Map(
      [...inside.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]),
    );
    const node = { name, attributes, children: [] };
    open.at(-1)?.children.push(node);
    if (!alone) open.push(node);
  }
  const root = top.children[0];
  if (open.length !== 1 || !root) throw new Error("not one closed element");
  return root;
}

function collect(node: Node, definitions: Map<string, Node>): void {
  const id = node.attributes.get("id");
  if (id !== undefined) definitions.set(id, node);
  for (const child of node.children) collect(child, definitions);
}

const regionOfBlur = new Set(["width", "height", "filterUnits"]);

function written(node: Node, definition: (id: string) => string): string {
  const children = node.children.filter((child) => child.name !== "defs").map((child) => written(child, definition));
  if (node.name === "g" && node.attributes.size === 0) return children.join("");
  const attributes = [...node.attributes]
    .filter(([key, value]) => !saysNothing(node, key, value))
    .map(([key, value]) => {
      const id = /^(?:url\()?#(f[0-9a-z]+)\)?$/.exec(value)?.[1];
      if (id !== undefined && (key === "href" || value.startsWith("url("))) return `${key}={${definition(id)}}`;
      return `${key}=${value.startsWith("#") ? longColour(value) : withTidyNumbers(value)}`;
    })
    .toSorted();
  return `<${node.name} ${attributes.join(" ")}>${children.join("")}</>`;
}

function saysNothing(node: Node, key: string, value: string): boolean {
  if (key === "id") return true;
  if (key === "x" || key === "y") return value === "0" || node.name === "filter";
  if (node.name === "filter") return regionOfBlur.has(key);
  // A straight line has no inside to be filled.
  return key === "fill" && value === "none" && /^M[^A-Za-z]*[HVL][^A-Za-z]*$/.test(node.attributes.get("d") ?? "");
}

function longColour(hex: string): string {
  return (hex.length === 4 ? hex.replaceAll(/[0-9a-f]/gi, "$&$&") : hex).toLowerCase();
}

function withTidyNumbers(value: string): string {
  return value.replaceAll(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g, (number) =>
    String(Number(Number(number).toFixed(3)) + 0),
  );
}
