/** Escapes text for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const charactersByEntity: Record<string, string> = { nbsp: "\u00a0", quot: '"', lt: "<", gt: ">", amp: "&" };

/** Decodes the entities that sanitized HTML contains. */
export function decodeHtmlEntities(html: string): string {
  return html.replace(/&(nbsp|quot|lt|gt|amp);/g, (_whole, name: string) => charactersByEntity[name] ?? "");
}
