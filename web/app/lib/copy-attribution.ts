type Copied = { text: string; html: string };
type Source = { site: string; address: string };

/** What was copied, with where it comes from: `— {site}, {address}`, in the HTML flavour as a link (decisions, Small behaviours). */
export function withSource({ text, html }: Copied, { site, address }: Source): Copied {
  const link = `<a href="${escaped(address)}">${escaped(site)}</a>`;
  return { text: `${text}\n\n— ${site}, ${address}`, html: `${html}<p>— ${link}</p>` };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Adds the source to every copy of the page's own text; what stands in a field is the shopper's. Gives the way to end it. */
export function attributeCopies(sourceOf: () => Source): () => void {
  const onCopy = (event: ClipboardEvent) => {
    const selection = getSelection();
    const isOwn = event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]");
    if (event.defaultPrevented || isOwn || !event.clipboardData || !selection || selection.isCollapsed) return;
    const holder = document.createElement("div");
    for (let at = 0; at < selection.rangeCount; at += 1) holder.append(selection.getRangeAt(at).cloneContents());
    const copied = withSource({ text: selection.toString(), html: holder.innerHTML }, sourceOf());
    event.clipboardData.setData("text/plain", copied.text);
    event.clipboardData.setData("text/html", copied.html);
    event.preventDefault();
  };
  document.addEventListener("copy", onCopy);
  return () => document.removeEventListener("copy", onCopy);
}
