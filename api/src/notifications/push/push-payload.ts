import sanitizeHtml from "sanitize-html";

/** Longest text of a push, in characters: push services accept 4 KB, and systems show about three lines. */
const MAX_TEXT = 240;

/** What the service worker shows (`web/offline/service-worker.js`). */
export type PushPayload = { title: string; body: string; path: string; tag: string };

/** Builds what is sent to a browser: only what the system's notification shows, and the page that it opens. */
export function buildPushPayload(
  id: number,
  { title, message_html, actions }: { title: string; message_html: string; actions: readonly { href: string }[] },
): PushPayload {
  const text = sanitizeHtml(message_html.replaceAll(/<br ?\/?>/g, " "), { allowedTags: [], textFilter: decodeEntities })
    .replaceAll(/[ \n\t]+/g, " ")
    .trim();
  const body = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1).trimEnd()}…` : text;
  return { title, body, path: actions[0]?.href ?? "/notifications", tag: `notification-${id}` };
}

function decodeEntities(text: string): string {
  const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
  return text.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity);
}
