import { escapeHtml } from "@furoshiki/design-system/text/html.ts";

type CopiedText = { text: string; html: string };
type Source = { site: string; url: string };

/** Appends its source to copied text: `— {site}, {url}`, as a link in the HTML flavor. */
export function addSource({ text, html }: CopiedText, { site, url }: Source): CopiedText {
  const link = `<a href="${escapeHtml(url)}">${escapeHtml(site)}</a>`;
  return { text: `${text}\n\n— ${site}, ${url}`, html: `${html}<p>— ${link}</p>` };
}

/**
 * Adds the source to text that is copied from the page, except from form fields.
 * @returns a function that stops it
 */
export function addSourceToCopies(getSource: () => Source): () => void {
  const onCopy = (event: ClipboardEvent) => {
    const selection = getSelection();
    const isInField = event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]");
    if (event.defaultPrevented || isInField || !event.clipboardData || !selection || selection.isCollapsed) return;
    const container = document.createElement("div");
    for (let index = 0; index < selection.rangeCount; index += 1)
      container.append(selection.getRangeAt(index).cloneContents());
    const attributed = addSource({ text: selection.toString(), html: container.innerHTML }, getSource());
    event.clipboardData.setData("text/plain", attributed.text);
    event.clipboardData.setData("text/html", attributed.html);
    event.preventDefault();
  };
  document.addEventListener("copy", onCopy);
  return () => document.removeEventListener("copy", onCopy);
}
