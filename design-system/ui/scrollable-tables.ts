import { escapeHtml, htmlToText } from "../text/html.ts";

/**
 * Wraps every table of sanitized HTML in a horizontally scrollable region that is focusable by keyboard. Its label is
 * the table's caption, else the preceding heading, else `title`.
 */
export function wrapScrollableTables(html: string, title: string): string {
  let heading = title;
  const nameCounts = new Map<string, number>();
  return html.replace(/<h[1-6]\b[^>]*>([\s\S]*?)<\/h[1-6]>|<table\b[\s\S]*?<\/table>/g, (match, inner?: string) => {
    if (inner !== undefined) {
      heading = toLabel(inner) || heading;
      return match;
    }
    const name = toLabel(/<caption\b[^>]*>([\s\S]*?)<\/caption>/.exec(match)?.[1] ?? "") || heading;
    const count = (nameCounts.get(name) ?? 0) + 1;
    nameCounts.set(name, count);
    const label = count === 1 ? name : `${name} (${count})`;
    return `<div role="region" tabindex="0" aria-label="${escapeHtml(label)}">${match}</div>`;
  });
}

function toLabel(html: string): string {
  return htmlToText(html).replace(/\s+/g, " ");
}
