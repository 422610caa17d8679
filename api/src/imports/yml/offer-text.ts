/** Characters by the names of entities that texts with HTML have most. */
const entities: Readonly<Record<string, string>> = {
  ...{ nbsp: " ", amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", laquo: "«", raquo: "»", mdash: "—", ndash: "–" },
  ...{ hellip: "…", deg: "°", times: "×", reg: "®", trade: "™", bull: "•", shy: "", thinsp: " " },
};

/** Converts HTML, which texts of feeds have, to plain text with its lines and lists. Other text is not changed. */
export function toPlainText(text: string): string {
  if (!/<\/?[a-z]|&[a-z]+;/i.test(text)) return text.trim();
  return removeElements(removeElements(text, "script"), "style")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\s*<li\b[^<>]{0,2000}>\s*/gi, "\n- ")
    .replaceAll(/\s*<\/?(?:br|p|div|ul|ol|h\d|tr)\b[^<>]{0,2000}>\s*/gi, "\n")
    .replaceAll(/<\/?[a-z][^<>]{0,2000}>/gi, "")
    .replaceAll(/&([a-z]+);/gi, (entity, name: string) => entities[name.toLowerCase()] ?? entity)
    .replaceAll(/[ \t]*\n[ \t]*/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/** Removes elements with their content. Without a regular expression for both tags, whose time would grow quadratically. */
function removeElements(text: string, name: "script" | "style"): string {
  const [openingTag, closingTag] = [new RegExp(`<${name}\\b`, "gi"), new RegExp(`</${name}>`, "gi")];
  let kept = "";
  let position = 0;
  for (;;) {
    openingTag.lastIndex = position;
    const opening = openingTag.exec(text);
    closingTag.lastIndex = openingTag.lastIndex;
    // An element without an end stays: the tags are removed later.
    if (!opening || !closingTag.test(text)) return kept + text.slice(position);
    kept += text.slice(position, opening.index);
    position = closingTag.lastIndex;
  }
}

/** Writes a decimal of a feed so that its point is not taken for a separator of thousands, with two decimals at most. */
export function toDecimal(text: string): string {
  const trimmed = text.trim();
  return /^\d{1,12}\.\d{3,}$/.test(trimmed) ? Number(trimmed).toFixed(2) : trimmed;
}

/** Converts a weight in kilograms to grams; a text that is no number stays. */
export function toGrams(text: string): string {
  const trimmed = text.trim().replace(",", ".");
  return /^\d{1,6}(\.\d{1,6})?$/.test(trimmed) ? String(Math.round(Number(trimmed) * 1000)) : text.trim();
}
