import { getShareImageUrl } from "../content/share-images.ts";
import { keepNumbersTogether } from "../../../design-system/i18n/format.ts";
import { decodeHtmlEntities } from "../../../design-system/text/html.ts";
import { refuse } from "../platform/http/errors.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { localizePath } from "../../../design-system/i18n/locale-path.ts";
import { getCurrency } from "../money/service.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { renderVariables } from "./template-variables.ts";
import { type RenderedMarkdown, renderMarkdown } from "../content/texts/markdown.ts";
import { type Page, refusals } from "./schema.ts";
import { findPage } from "./sql.ts";

const MAX_CACHED = 200;
/** Rendered Markdown by locale strategy, locale and text. */
const renderCache = new Map<string, RenderedMarkdown>();

function render(body: string, locale: Locale, { localeStrategy }: AppContext["config"]): RenderedMarkdown {
  const key = `${localeStrategy} ${locale} ${body}`;
  let cached = renderCache.get(key);
  if (!cached) {
    cached = renderMarkdown(keepNumbersTogether(body), (path) => localizePath(path, locale, localeStrategy));
    if (renderCache.size >= MAX_CACHED) renderCache.clear();
    renderCache.set(key, cached);
  }
  return cached;
}

/**
 * Returns a page in a locale with its variables replaced.
 * @param query.version the version to return; by default the current one
 * @throws refusal `page_not_found`, also for an unknown version
 */
export async function getPage(
  { db, config }: AppContext,
  query: { slug: string; version?: string | undefined },
  { locale, currency: currencyCode, now }: { locale: Locale; currency: string; now: Date },
): Promise<Page> {
  const row = await findPage(db, query.slug, locale, query.version);
  if (!row) throw refuse(refusals, "page_not_found");
  const { html, headings } = render(row.body, locale, config);
  const context = { db, locale, currency: await getCurrency(db, currencyCode), now };
  return {
    slug: row.slug,
    title: row.title,
    description: await renderPlainText(row.description, context),
    html: await renderVariables(html, context),
    headings,
    share: getShareImageUrl({
      kind: "info",
      slug: row.slug,
      locale,
      title: row.title,
      picture: null,
      themeColor: "shiro",
    }),
    version: row.version,
    updated_at: row.updated_at.toISOString(),
    versions: row.versions.map(({ version, since }) => ({ version, since: new Date(since).toISOString() })),
    twin: row.has_alternate_locale,
    others: row.others,
  };
}

/** Replaces variables in plain text. Their values are escaped for HTML, which is undone. */
async function renderPlainText(text: string, context: Parameters<typeof renderVariables>[1]): Promise<string> {
  return decodeHtmlEntities(await renderVariables(text, context));
}
