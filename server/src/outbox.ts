import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { escapeHtml } from "../../api/src/platform/escape-html.ts";
import type { FirstHandler } from "./listen.ts";

const PATH = "/__outbox";
const MOST_SHOWN = 100;

/** Shows the letters that wait in DATA_DIR/outbox; whatever is asked for elsewhere goes on. */
export function showOutbox(dataDir: string, next: FirstHandler): FirstHandler {
  return (incoming, outgoing, rest) => {
    const { pathname } = new URL(incoming.url ?? "/", "http://localhost");
    if (pathname !== PATH && !pathname.startsWith(`${PATH}/`)) {
      next(incoming, outgoing, rest);
      return;
    }
    void outboxPage(join(dataDir, "outbox"), decodeURIComponent(pathname.slice(PATH.length + 1))).then((page) => {
      outgoing.writeHead(page === null ? 404 : 200, {
        "content-type": "text/html; charset=utf-8",
        // A letter's pictures and links are looked at, not followed; it runs nothing.
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'",
      });
      outgoing.end(page ?? "There is no such letter.");
    });
  };
}

/** The list of letters, or one of them; null where there is no such letter. */
export async function outboxPage(folder: string, name: string): Promise<string | null> {
  const names = (await readdir(folder).catch(() => [])).filter((one) => one.endsWith(".eml"));
  if (name === "") return listPage(folder, names);
  return names.includes(name) ? letterPage(await readLetter(folder, name)) : null;
}

async function listPage(folder: string, names: readonly string[]): Promise<string> {
  const dated = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtime })));
  const newest = dated.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, MOST_SHOWN);
  const rows = await Promise.all(
    newest.map(async ({ name, at }) => {
      const { subject, to } = await readLetter(folder, name);
      const link = `<a href="${PATH}/${encodeURIComponent(name)}">${escapeHtml(subject ?? name)}</a>`;
      return `<tr><td>${at.toISOString().slice(0, 16).replace("T", " ")}</td><td>${recipients(to)}</td><td>${link}</td></tr>`;
    }),
  );
  return page("Outbox", rows.length === 0 ? "<p>No letters yet.</p>" : `<table>${rows.join("")}</table>`);
}

function letterPage({ subject = "", to, html = "", text = "" }: Email): string {
  const framed = `<iframe sandbox srcdoc="${escapeHtml(html)}" title="HTML"></iframe>`;
  return page(
    escapeHtml(subject),
    `<p><a href="${PATH}">Outbox</a> · ${recipients(to)}</p>${framed}<h2>Plain text</h2><pre>${escapeHtml(text)}</pre>`,
  );
}

async function readLetter(folder: string, name: string): Promise<Email> {
  return PostalMime.parse(await readFile(join(folder, name)));
}

function recipients(to: Email["to"]): string {
  return escapeHtml((to ?? []).map((one) => one.address ?? one.name).join(", "));
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{max-width:900px;margin:0 auto;padding:24px;font:16px/1.5 sans-serif}td{padding:6px 16px 6px 0;vertical-align:top}iframe{width:100%;height:70vh;border:1px solid #daded8}pre{white-space:pre-wrap}</style>
<h1>${title}</h1>${body}</html>`;
}
