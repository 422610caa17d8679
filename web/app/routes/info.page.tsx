import type { CustomsRule } from "@furoshiki/api/customs";
import type { DeliveryMethod } from "@furoshiki/api/delivery";
import type { Page } from "@furoshiki/api/cms-pages";
import { ChevronDown } from "lucide-react";
import { Link } from "../navigation/link.tsx";
import { getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { createBreadcrumbJsonLd } from "../seo/json-ld.ts";
import { wrapScrollableTables } from "@furoshiki/design-system/ui/scrollable-tables.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { type AccountTranslator, useAccountI18n } from "../i18n/account-i18n.ts";
import { loadOptionalData } from "../api-client/optional-data.ts";
import { Breadcrumbs } from "@furoshiki/design-system/ui/breadcrumbs.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { TableOfContents } from "../content/table-of-contents.tsx";
import { CustomsRulesTable } from "../customs/customs-rules-table.tsx";
import type { Heading } from "../content/headings.ts";
import { DELIVERY_METHODS_ID, DeliveryMethodsTable } from "../delivery/delivery-methods-table.tsx";
import { splitAtPlaceholder } from "../cms-pages/embedded-table.ts";
import { getAlternateLocaleMeta } from "../blog/post-list.ts";
import type { Route } from "./+types/info.page";

const getPath = (slug: string) => `/info/${slug}`;

/** A content page of the store; `?version=` shows an earlier version. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const version = url.searchParams.get("version");
  const query = version ? `?${new URLSearchParams({ version })}` : "";
  const [page, embeddedTable] = await Promise.all([
    requestContext.load<Page>(`/v1/pages/${encodeURIComponent(params.slug)}${query}`),
    loadEmbeddedTable(requestContext, params.slug),
  ]);
  const [htmlBefore, htmlAfter] = embeddedTable ? splitAtPlaceholder(page.html, embeddedTable.name) : [page.html, ""];
  const html = [htmlBefore, htmlAfter].map((text) => wrapScrollableTables(text, page.title)) as [string, string];
  const headingsBefore = page.headings.filter(({ id }) => htmlBefore.includes(`id="${id}"`)).length;
  return { ...page, html, headingsBefore, embeddedTable, isOldVersion: page.version !== page.versions[0]?.version };
}

type EmbeddedTableData =
  | { name: "customs-rules"; rules: CustomsRule[] | null }
  | { name: "delivery-methods"; methods: DeliveryMethod[] | null };

/**
 * Loads the table embedded in pages whose figures are store data, so that the page shows what the cart uses. Returns
 * null for other pages.
 */
async function loadEmbeddedTable(requestContext: RequestContext, slug: string): Promise<EmbeddedTableData | null> {
  if (slug === "custom-tax") {
    const result = await loadOptionalData(requestContext.call<{ items: CustomsRule[] }>("/v1/customs/rules"));
    return { name: "customs-rules", rules: result?.items ?? null };
  }
  if (slug === "delivery") {
    const result = await loadOptionalData(requestContext.call<{ items: DeliveryMethod[] }>("/v1/delivery/methods"));
    return { name: "delivery-methods", methods: result?.items ?? null };
  }
  return null;
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const { slug, title, description, twin, isOldVersion, share } = loaderData;
  return buildPageMeta(rootData, location, {
    title,
    description,
    canonical: getPath(slug),
    noindex: isOldVersion,
    share,
    ...getAlternateLocaleMeta(twin),
    jsonLd: [createBreadcrumbJsonLd(rootData, [{ name: title, path: getPath(slug) }])],
  });
};

export default function InfoPage({ loaderData: page }: Route.ComponentProps) {
  const { t, to, format } = useAccountI18n();
  const headings = page.headings.toSpliced(page.headingsBefore, 0, ...getTableHeadings(page.embeddedTable, t));
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("layout.breadcrumbs")}
        items={[
          { name: t("layout.home"), href: to("/") },
          { name: page.title, href: to(getPath(page.slug)) },
        ]}
      />
      <div className="lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:gap-16">
        <article className="mt-2 min-w-0 lg:mt-3">
          <h1 className="text-3xl lg:text-4xl">{page.title}</h1>
          <p className="mt-2 text-sm text-ink-3">{t("info.updated", { date: format.date(page.updated_at) })}</p>
          {page.isOldVersion ? (
            <div className="mt-4 max-w-read">
              <Alert kind="info">
                {t("info.old_version")}{" "}
                <Link to={getPath(page.slug)} className="underline underline-offset-4">
                  {t("info.current_version")}
                </Link>
              </Alert>
            </div>
          ) : null}
          <p className="mt-4 max-w-read text-lg text-ink-2">{page.description}</p>
          <details className="mt-6 rounded-md border border-line bg-surface px-4 lg:hidden print:hidden">
            <summary className="flex h-12 cursor-pointer list-none items-center justify-between text-sm font-medium">
              {t("info.contents")}
              <ChevronDown size={18} aria-hidden className="text-ink-3" />
            </summary>
            <div className="pb-4">
              <TableOfContents headings={headings} title={t("info.contents")} />
            </div>
          </details>
          <div className="prose mt-6 max-w-read" dangerouslySetInnerHTML={{ __html: page.html[0] }} />
          {page.embeddedTable ? (
            <div className="prose my-8">
              <EmbeddedTable embeddedTable={page.embeddedTable} />
            </div>
          ) : null}
          {page.html[1] ? (
            <div className="prose max-w-read" dangerouslySetInnerHTML={{ __html: page.html[1] }} />
          ) : null}
          <PageVersions page={page} />
        </article>
        <div className="lg:order-first print:hidden">
          <div className="sticky top-[141px] pt-3">
            <div className="hidden lg:block">
              <TableOfContents headings={headings} title={t("info.contents")} />
            </div>
            <OtherPages pages={page.others} />
          </div>
        </div>
      </div>
    </div>
  );
}

/** All versions of a page that has more than one. */
function PageVersions({ page }: { page: Pick<Page, "slug" | "version" | "versions"> }) {
  const { t, format } = useAccountI18n();
  if (page.versions.length < 2) return null;
  return (
    <details className="mt-10 max-w-read text-sm print:hidden">
      <summary className="cursor-pointer py-1 font-medium">{t("info.versions")}</summary>
      <ul className="mt-2">
        {page.versions.map(({ version, since }, index) => (
          <li key={version}>
            <Link
              to={index === 0 ? getPath(page.slug) : `${getPath(page.slug)}?${new URLSearchParams({ version })}`}
              rel={index === 0 ? undefined : "nofollow"}
              aria-current={version === page.version ? "page" : undefined}
              className="inline-block py-1.5 text-tokiwa-700 underline underline-offset-4"
            >
              {t("info.version", { version, date: format.date(since) })}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

function OtherPages({ pages }: { pages: Page["others"] }) {
  const { t } = useAccountI18n();
  return (
    <nav aria-labelledby="other-pages" className="mt-12 border-t border-line pt-6">
      <h2 id="other-pages" className="font-sans text-sm font-semibold">
        {t("info.others")}
      </h2>
      <ul className="mt-2 text-sm">
        {pages.map(({ slug, title }) => (
          <li key={slug}>
            <Link to={getPath(slug)} className="inline-block py-1.5 text-ink-2 hover:text-ink">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns the heading of the embedded table, for the table of contents. */
function getTableHeadings(embeddedTable: EmbeddedTableData | null, t: AccountTranslator): Heading[] {
  return embeddedTable?.name === "delivery-methods" && embeddedTable.methods
    ? [{ id: DELIVERY_METHODS_ID, text: t("duty.methods") }]
    : [];
}

function EmbeddedTable({ embeddedTable }: { embeddedTable: EmbeddedTableData }) {
  const { t } = useAccountI18n();
  if (embeddedTable.name === "customs-rules" && embeddedTable.rules)
    return <CustomsRulesTable rules={embeddedTable.rules} />;
  if (embeddedTable.name === "delivery-methods" && embeddedTable.methods)
    return <DeliveryMethodsTable methods={embeddedTable.methods} />;
  return <Alert kind="error">{t("duty.table_failed")}</Alert>;
}
