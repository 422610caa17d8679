import type { Config } from "./config.ts";
import { escapeHtml } from "./escape-html.ts";
import type { Letter } from "./mail.ts";
import type { Locale } from "./locale.ts";
import { pathIn } from "./shop-path.ts";

/** A row of a table: what, a remark under it, and what it comes to. */
export type LetterRow = { name: string; note?: string; href?: string; value: string; strong?: boolean };

/** A part with a heading of its own: a table, or lines of text. */
export type LetterPart = { title: string; rows?: readonly LetterRow[]; lines?: readonly string[] };

type Link = { name: string; href: string };

/** What a letter says, in plain text. */
export type Said = {
  locale: Locale;
  /** The name of the shop. */
  shop: string;
  subject: string;
  paragraphs: string[];
  /** The one thing to do, between the first paragraph and the rest. */
  action?: Link;
  /** Goods, sums, addresses: between the paragraphs and the end. */
  parts?: readonly LetterPart[];
  /** Where else to go, at the end. */
  links?: readonly Link[];
  /** Of a letter that its reader may refuse for the future: the words, and where he does. */
  unsubscribe?: Link;
};

/** The whole address of a path of the shop (`/profile/orders`), in the language of the letter. */
export function letterAddress(config: Config, locale: Locale, path: string): string {
  return config.publicUrl + pathIn(config, locale, path);
}

const ink2 = "color:#616c65;font-size:14px";

/** Lays a letter out as plain text and as HTML that any mail program shows: one column, the shop's colours. */
export function layOutLetter(said: Said): Letter {
  const { locale, shop, subject, paragraphs, action, parts = [], links = [], unsubscribe } = said;
  const [first = "", ...rest] = paragraphs;
  const alone = (one: Link | undefined) => (one ? [`${one.name}:\n${one.href}`] : []);
  const text = [
    first,
    ...alone(action),
    ...rest,
    ...parts.map(partAsText),
    ...(links.length > 0 ? [links.map(({ name, href }) => `${name}: ${href}`).join("\n")] : []),
    `--\n${shop}`,
    ...alone(unsubscribe),
  ].join("\n\n");
  const html = `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f6f7f4;color:#17211c;font:16px/1.5 'Golos Text',Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #daded8;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(subject)}</h1>
${paragraph(first)}
${action ? button(action) : ""}
${[...rest.map(paragraph), ...parts.map(partAsHtml)].join("\n")}
${links.length > 0 ? `<p style="margin:24px 0 0;${ink2}">${links.map(link).join(" · ")}</p>` : ""}
</div>
<p style="max-width:560px;margin:16px auto 0;${ink2}">${escapeHtml(shop)}${unsubscribe ? `<br>${link(unsubscribe)}` : ""}</p>
</body>
</html>
`;
  return { subject, text: `${text}\n`, html, ...(unsubscribe ? { unsubscribe: unsubscribe.href } : {}) };
}

function partAsText({ title, rows = [], lines = [] }: LetterPart): string {
  const told = rows.map(({ name, note, value }) => `${name}${note ? ` (${note})` : ""}: ${value}`);
  return [title, ...told, ...lines].join("\n");
}

function partAsHtml({ title, rows = [], lines = [] }: LetterPart): string {
  const table =
    rows.length > 0
      ? `<table role="presentation" style="width:100%;border-collapse:collapse">${rows.map(row).join("")}</table>`
      : "";
  const heading = `<h2 style="margin:24px 0 8px;font-size:17px;line-height:1.3">${escapeHtml(title)}</h2>`;
  return `${heading}${table}${lines.length > 0 ? `<p style="margin:0 0 16px">${lines.map(escapeHtml).join("<br>")}</p>` : ""}`;
}

function row({ name, note, href, value, strong }: LetterRow): string {
  const cell = `padding:6px 0;border-top:1px solid #daded8;vertical-align:top${strong ? ";font-weight:600" : ""}`;
  const remark = note ? `<br><span style="${ink2}">${escapeHtml(note)}</span>` : "";
  return `<tr><td style="${cell}">${href ? link({ name, href }) : escapeHtml(name)}${remark}</td><td style="${cell};padding-left:16px;text-align:right;white-space:nowrap">${escapeHtml(value)}</td></tr>`;
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
}

function link({ name, href }: Link): string {
  return `<a href="${escapeHtml(href)}" style="color:#1a5640">${escapeHtml(name)}</a>`;
}

function button({ name, href }: Link): string {
  const style =
    "display:inline-block;padding:12px 24px;background:#1a5640;color:#f6f4ea;border-radius:8px;text-decoration:none";
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(href)}" style="${style}">${escapeHtml(name)}</a></p>`;
}
