import type { Config } from "./config.ts";
import type { Letter } from "./mail.ts";
import type { Locale } from "./locale.ts";

/** What a letter says, in plain text. */
export type Said = {
  locale: Locale;
  subject: string;
  paragraphs: string[];
  /** The one thing to do, between the first paragraph and the rest. */
  action?: { name: string; href: string };
};

/** The whole address of a path of the shop (`/profile/orders`), in the language of the letter. */
export function letterAddress(config: Config, locale: Locale, path: string): string {
  const prefix = config.localeStrategy === "no_prefix" || locale === "ru-RU" ? "" : `/${locale}`;
  return config.publicUrl + prefix + path;
}

/** Lays a letter out as plain text and as HTML that any mail program shows: one column, the shop's colours. */
export function layOutLetter({ locale, subject, paragraphs, action }: Said): Letter {
  const [first = "", ...rest] = paragraphs;
  const text = [first, ...(action ? [`${action.name}:\n${action.href}`] : []), ...rest, "--\nFuroshiki"].join("\n\n");
  const html = `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f6f7f4;color:#17211c;font:16px/1.5 'Golos Text',Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #daded8;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escaped(subject)}</h1>
${paragraph(first)}
${action ? button(action) : ""}
${rest.map(paragraph).join("\n")}
</div>
<p style="max-width:560px;margin:16px auto 0;color:#616c65;font-size:14px">Furoshiki</p>
</body>
</html>
`;
  return { subject, text: `${text}\n`, html };
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escaped(text)}</p>`;
}

function button({ name, href }: { name: string; href: string }): string {
  const style =
    "display:inline-block;padding:12px 24px;background:#1a5640;color:#f6f4ea;border-radius:8px;text-decoration:none";
  return `<p style="margin:0 0 16px"><a href="${escaped(href)}" style="${style}">${escaped(name)}</a></p>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
