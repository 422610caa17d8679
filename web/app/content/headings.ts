export type Heading = { id: string; text: string };

/** Gives the second-level headings of clean HTML ids to link to, where they have none of their own, and tells them. */
export function withAnchors(html: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const anchored = html.replace(
    /<h2(?: id="([\w-]+)")?>([\s\S]*?)<\/h2>/g,
    (_whole, own: string | undefined, inner: string) => {
      const id = own ?? `part-${headings.length + 1}`;
      headings.push({ id, text: textOf(inner) });
      return `<h2 id="${id}">${inner}</h2>`;
    },
  );
  return { html: anchored, headings };
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&nbsp;/g, "\u00a0")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&")
    .trim();
}
