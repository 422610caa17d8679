import { htmlToText } from "@furoshiki/design-system/text/html.ts";

export type Heading = { id: string; text: string };

/** Adds ids to the second-level headings of sanitized HTML that have none, and returns all of them. */
export function addHeadingIds(html: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const htmlWithIds = html.replace(
    /<h2(?: id="([\w-]+)")?>([\s\S]*?)<\/h2>/g,
    (_whole, existingId: string | undefined, inner: string) => {
      const id = existingId ?? `part-${headings.length + 1}`;
      headings.push({ id, text: htmlToText(inner) });
      return `<h2 id="${id}">${inner}</h2>`;
    },
  );
  return { html: htmlWithIds, headings };
}
