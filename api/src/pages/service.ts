import { shareAddress } from "../content/share.ts";
import { refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { localizedPath, type Locale } from "../platform/locale.ts";
import { withFacts } from "./facts.ts";
import { type Rendered, renderMarkdown } from "../content/markdown.ts";
import { type Page, refusals } from "./schema.ts";
import { findPage } from "./sql.ts";

/** Texts are few and change rarely: each is turned into HTML once. */
const MOST_HELD = 200;
const rendered = new Map<string, Rendered>();

function render(body: string, locale: Locale, { localeStrategy }: House["config"]): Rendered {
  const key = `${localeStrategy} ${locale} ${body}`;
  let held = rendered.get(key);
  if (!held) {
    held = renderMarkdown(body, (path) => localizedPath(path, locale, localeStrategy));
    if (rendered.size >= MOST_HELD) rendered.clear();
    rendered.set(key, held);
  }
  return held;
}

/** A text page in a locale, with the shop's numbers in it. Refuses `page_not_found`, also for an edition there never was. */
export async function getPage(
  { db, config }: House,
  asked: { slug: string; version?: string | undefined },
  { locale, now }: { locale: Locale; now: Date },
): Promise<Page> {
  const row = await findPage(db, asked.slug, locale, asked.version);
  if (!row) throw refuse(refusals, "page_not_found");
  const { html, headings } = render(row.body, locale, config);
  return {
    slug: row.slug,
    title: row.title,
    description: await plainFacts(row.description, { db, locale, now }),
    html: await withFacts(html, { db, locale, now }),
    headings,
    share: shareAddress({ kind: "info", slug: row.slug, locale, title: row.title, picture: null, cloth: "shiro" }),
    version: row.version,
    updated_at: row.updated_at.toISOString(),
    versions: row.versions.map(({ version, since }) => ({ version, since: new Date(since).toISOString() })),
    twin: row.twin,
    others: row.others,
  };
}

/** The same for a text that is no HTML: what was escaped for it is read back. */
async function plainFacts(text: string, asking: Parameters<typeof withFacts>[1]): Promise<string> {
  const html = await withFacts(text, asking);
  return html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
