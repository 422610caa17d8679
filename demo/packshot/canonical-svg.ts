type Node = { name: string; attributes: Map<string, string>; children: Node[] };

/**
 * Returns a canonical text of an SVG: attributes sorted, numbers rounded to a thousandth, definitions inlined instead
 * of referenced by id, zero positions and filter regions omitted. Drawings with the same canonical text look the same.
 * @throws Error if the markup is not well-formed or refers to an id that does not exist.
 */
export function canonicalizeSvg(svg: string): string {
  const root = parseSvg(svg);
  const definitions = new Map<string, Node>();
  collectDefinitions(root, definitions);
  const textById = new Map<string, string>();
  const getDefinitionText = (id: string): string => {
    const cached = textById.get(id);
    if (cached !== undefined) return cached;
    const node = definitions.get(id);
    if (!node) throw new Error(`no definition with id ${id}`);
    const text = serializeNode(node, getDefinitionText);
    textById.set(id, text);
    return text;
  };
  return serializeNode(root, getDefinitionText);
}

function parseSvg(svg: string): Node {
  const documentNode: Node = { name: "", attributes: new Map(), children: [] };
  const openNodes = [documentNode];
  for (const [, closing, name = "", attributeText = "", isSelfClosing] of svg.matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>/g)) {
    if (closing) {
      if (openNodes.pop()?.name !== name) throw new Error(`</${name}> does not match the open element`);
      continue;
    }
    const attributes = new Map(
      [...attributeText.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]),
    );
    const node = { name, attributes, children: [] };
    openNodes.at(-1)?.children.push(node);
    if (!isSelfClosing) openNodes.push(node);
  }
  const root = documentNode.children[0];
  if (openNodes.length !== 1 || !root) throw new Error("expected one closed root element");
  return root;
}

function collectDefinitions(node: Node, definitions: Map<string, Node>): void {
  const id = node.attributes.get("id");
  if (id !== undefined) definitions.set(id, node);
  for (const child of node.children) collectDefinitions(child, definitions);
}

const blurRegionAttributes = new Set(["width", "height", "filterUnits"]);

function serializeNode(node: Node, getDefinitionText: (id: string) => string): string {
  const children = node.children
    .filter((child) => child.name !== "defs")
    .map((child) => serializeNode(child, getDefinitionText));
  if (node.name === "g" && node.attributes.size === 0) return children.join("");
  const attributes = [...node.attributes]
    .filter(([key, value]) => !isIrrelevantAttribute(node, key, value))
    .map(([key, value]) => {
      const id = /^(?:url\()?#(f[0-9a-z]+)\)?$/.exec(value)?.[1];
      if (id !== undefined && (key === "href" || value.startsWith("url("))) return `${key}={${getDefinitionText(id)}}`;
      return `${key}=${value.startsWith("#") ? expandHexColor(value) : roundNumbers(value)}`;
    })
    .toSorted();
  return `<${node.name} ${attributes.join(" ")}>${children.join("")}</>`;
}

function isIrrelevantAttribute(node: Node, key: string, value: string): boolean {
  if (key === "id") return true;
  if (key === "x" || key === "y") return value === "0" || node.name === "filter";
  if (node.name === "filter") return blurRegionAttributes.has(key);
  // The fill of a single straight line has no effect.
  return key === "fill" && value === "none" && /^M[^A-Za-z]*[HVL][^A-Za-z]*$/.test(node.attributes.get("d") ?? "");
}

function expandHexColor(hex: string): string {
  return (hex.length === 4 ? hex.replaceAll(/[0-9a-f]/gi, "$&$&") : hex).toLowerCase();
}

function roundNumbers(value: string): string {
  return value.replaceAll(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g, (number) =>
    String(Number(Number(number).toFixed(3)) + 0),
  );
}
