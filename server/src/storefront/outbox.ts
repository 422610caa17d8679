import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Email } from "postal-mime";
import { escapeHtml } from "../../../design-system/text/html.ts";
import type { NodeMiddleware } from "../http/listen.ts";

const OUTBOX_PATH = "/__outbox";
const MAX_EMAILS = 100;

/** Serves the emails in DATA_DIR/outbox for development; other paths go on to the next handler. */
export function createOutboxMiddleware(dataDir: string, next: NodeMiddleware): NodeMiddleware {
  return (incoming, outgoing, nextMiddleware) => {
    const { pathname } = new URL(incoming.url ?? "/", "http://localhost");
    if (pathname !== OUTBOX_PATH && !pathname.startsWith(`${OUTBOX_PATH}/`)) {
      next(incoming, outgoing, nextMiddleware);
      return;
    }
    void renderOutboxPage(join(dataDir, "outbox"), decodeURIComponent(pathname.slice(OUTBOX_PATH.length + 1))).then(
      (html) => {
        outgoing.writeHead(html === null ? 404 : 200, {
          "content-type": "text/html; charset=utf-8",
          // Images are not loaded from the network, links do not navigate and no scripts run in the preview of an email.
          "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'",
        });
        outgoing.end(html ?? "There is no such email.");
      },
    );
  };
}

/** Renders the list of emails, or one email; null if there is no such email. */
export async function renderOutboxPage(folder: string, name: string): Promise<string | null> {
  const names = (await readdir(folder).catch(() => [])).filter((one) => one.endsWith(".eml"));
  if (name === "") return renderEmailList(folder, names);
  return names.includes(name) ? renderEmail(await readEmail(folder, name)) : null;
}

async function renderEmailList(folder: string, names: readonly string[]): Promise<string> {
  const datedNames = await Promise.all(
    names.map(async (name) => ({ name, modifiedAt: (await stat(join(folder, name))).mtime })),
  );
  const newest = datedNames.toSorted((a, b) => b.modifiedAt.getTime() - a.modifiedAt.getTime()).slice(0, MAX_EMAILS);
  const rows = await Promise.all(
    newest.map(async ({ name, modifiedAt }) => {
      const { subject, to } = await readEmail(folder, name);
      const link = `<a href="${OUTBOX_PATH}/${encodeURIComponent(name)}">${escapeHtml(subject ?? name)}</a>`;
      return `<tr><td>${modifiedAt.toISOString().slice(0, 16).replace("T", " ")}</td><td>${formatRecipients(to)}</td><td>${link}</td></tr>`;
    }),
  );
  return renderHtmlPage("Outbox", rows.length === 0 ? "<p>No emails yet.</p>" : `<table>${rows.join("")}</table>`);
}

function renderEmail({ subject = "", to, html = "", text = "" }: Email): string {
  const iframe = `<iframe sandbox srcdoc="${escapeHtml(html)}" title="HTML"></iframe>`;
  return renderHtmlPage(
    escapeHtml(subject),
    `<p><a href="${OUTBOX_PATH}">Outbox</a> · ${formatRecipients(to)}</p>${iframe}<h2>Plain text</h2><pre>${escapeHtml(text)}</pre>`,
  );
}

async function readEmail(folder: string, name: string): Promise<Email> {
  const { default: PostalMime } = await import("postal-mime");
  return PostalMime.parse(await readFile(join(folder, name)));
}

function formatRecipients(to: Email["to"]): string {
  return escapeHtml((to ?? []).map((one) => one.address ?? one.name).join(", "));
}

function renderHtmlPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{max-width:900px;margin:0 auto;padding:24px;font:16px/1.5 sans-serif}td{padding:6px 16px 6px 0;vertical-align:top}iframe{width:100%;height:70vh;border:1px solid #daded8}pre{white-space:pre-wrap}</style>
<h1>${title}</h1>${body}</html>`;
}
