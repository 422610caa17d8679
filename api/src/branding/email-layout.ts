import { insertNonBreakingSpaces } from "../../../design-system/i18n/format.ts";
import { escapeHtml } from "../../../design-system/text/html.ts";
import type { Email } from "../platform/mail/mailer.ts";
import type { Locale } from "../platform/i18n/locale.ts";

/** A row of a table: name, an optional note below it, and a value. */
export type EmailRow = { name: string; note?: string; href?: string; value: string; strong?: boolean };

/** A section with a heading: a table, or lines of text. */
export type EmailSection = { title: string; rows?: readonly EmailRow[]; lines?: readonly string[] };

type Link = { name: string; href: string };

/** The content of an email, in plain text. */
export type EmailContent = {
  locale: Locale;
  /** The name of the store. */
  storeName: string;
  subject: string;
  paragraphs: string[];
  /** The main link, between the first paragraph and the rest. */
  action?: Link;
  /** Products, totals and addresses, between the paragraphs and the end. */
  sections?: readonly EmailSection[];
  /** More links, at the end. */
  links?: readonly Link[];
  /** The link to unsubscribe, for emails that the recipient can opt out of. */
  unsubscribe?: Link | undefined;
};

const secondaryTextStyle = "color:#616c65;font-size:14px";

/**
 * Renders an email as plain text and as HTML that every email client can show: one column, in the colors of the store.
 */
export function renderEmail(content: EmailContent): Email {
  const { locale, storeName, subject, paragraphs, action, sections = [], links = [], unsubscribe } = content;
  const [first = "", ...rest] = paragraphs;
  const formatTextLink = (link: Link | undefined) => (link ? [`${link.name}:\n${link.href}`] : []);
  const text = [
    first,
    ...formatTextLink(action),
    ...rest,
    ...sections.map(renderTextSection),
    ...(links.length > 0 ? [links.map(({ name, href }) => `${name}: ${href}`).join("\n")] : []),
    `--\n${storeName}`,
    ...formatTextLink(unsubscribe),
  ].join("\n\n");
  const html = `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:16px;background:#f6f7f4;color:#17211c;font:16px/1.5 'Golos Text',Arial,sans-serif">
<p style="max-width:512px;margin:8px auto 16px;padding:0 24px;color:#1a5640;font-size:20px;font-weight:600">${escapeHtml(storeName)}</p>
<div style="max-width:512px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #daded8;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${renderText(subject)}</h1>
${renderParagraph(first)}
${action ? renderButton(action) : ""}
${[...rest.map(renderParagraph), ...sections.map(renderHtmlSection)].join("\n")}
${links.length > 0 ? `<p style="margin:24px 0 0;${secondaryTextStyle}">${links.map(renderLink).join(" · ")}</p>` : ""}
</div>
<p style="max-width:512px;margin:16px auto 0;padding:0 24px;${secondaryTextStyle}">${escapeHtml(storeName)}${unsubscribe ? `<br>${renderLink(unsubscribe)}` : ""}</p>
</body>
</html>
`;
  return { subject, text: `${text}\n`, html, ...(unsubscribe ? { unsubscribeUrl: unsubscribe.href } : {}) };
}

function renderTextSection({ title, rows = [], lines = [] }: EmailSection): string {
  const textRows = rows.map(({ name, note, value }) => `${name}${note ? ` (${note})` : ""}: ${value}`);
  return [title, ...textRows, ...lines].join("\n");
}

function renderHtmlSection({ title, rows = [], lines = [] }: EmailSection): string {
  const table =
    rows.length > 0
      ? `<table role="presentation" style="width:100%;border-collapse:collapse">${rows.map(renderRow).join("")}</table>`
      : "";
  const heading = `<h2 style="margin:24px 0 8px;font-size:17px;line-height:1.3">${renderText(title)}</h2>`;
  return `${heading}${table}${lines.length > 0 ? `<p style="margin:0 0 16px">${lines.map(renderText).join("<br>")}</p>` : ""}`;
}

function renderRow({ name, note, href, value, strong }: EmailRow): string {
  const cell = `padding:6px 0;border-top:1px solid #daded8;vertical-align:top${strong ? ";font-weight:600" : ""}`;
  const noteHtml = note ? `<br><span style="${secondaryTextStyle}">${renderText(note)}</span>` : "";
  return `<tr><td style="${cell}">${href ? renderLink({ name, href }) : renderText(name)}${noteHtml}</td><td style="${cell};padding-left:16px;text-align:right;white-space:nowrap">${escapeHtml(value)}</td></tr>`;
}

/** Escapes a text for HTML; no line breaks between a number and the word before or after it that belongs to it. */
function renderText(text: string): string {
  const bound = insertNonBreakingSpaces(text).replaceAll(/(?<=No\.) (?=\d)|(?<=\d) (?=\p{L})/gu, "\u00a0");
  return escapeHtml(bound);
}

function renderParagraph(text: string): string {
  return `<p style="margin:0 0 16px">${renderText(text)}</p>`;
}

function renderLink({ name, href }: Link): string {
  return `<a href="${escapeHtml(href)}" style="color:#1a5640">${renderText(name)}</a>`;
}

function renderButton({ name, href }: Link): string {
  const style =
    "display:inline-block;padding:12px 24px;background:#1a5640;color:#f6f4ea;border-radius:8px;text-decoration:none";
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(href)}" style="${style}">${escapeHtml(name)}</a></p>`;
}
