/**
 * Puts every table of clean HTML into a region that scrolls sideways where the table is wider than the page and that
 * the keyboard reaches. Its name is the table's caption, else the heading above it, else `title`.
 */
export function withScrollingTables(html: string, title: string): string {
  let heading = attribute(title.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
  const given = new Map<string, number>();
  return html.replace(/<h[1-6]\b[^>]*>([\s\S]*?)<\/h[1-6]>|<table\b[\s\S]*?<\/table>/g, (part, inner?: string) => {
    if (inner !== undefined) {
      heading = attribute(inner) || heading;
      return part;
    }
    const name = attribute(/<caption\b[^>]*>([\s\S]*?)<\/caption>/.exec(part)?.[1] ?? "") || heading;
    const count = (given.get(name) ?? 0) + 1;
    given.set(name, count);
    const label = count === 1 ? name : `${name} (${count})`;
    return `<div role="region" tabindex="0" aria-label="${label}">${part}</div>`;
  });
}

/** The words of clean HTML as the value of an attribute. */
function attribute(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replaceAll('"', "&quot;")
    .replace(/\s+/g, " ")
    .trim();
}
