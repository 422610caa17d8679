import type { Product, ProductCardData } from "@furoshiki/api/catalog";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Breadcrumbs } from "@furoshiki/design-system/ui/breadcrumbs.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { Columns3 } from "lucide-react";
import { redirect } from "react-router";
import { loadOptionalData } from "../api-client/optional-data.ts";
import { ApiError, getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { serverContext } from "../api-client/server-context.ts";
import {
  buildComparePath,
  MAX_COMPARED,
  parseComparedIds,
  readComparedIds,
  serializeComparedIds,
} from "../catalog/compare/compared-products.ts";
import { AddToComparison } from "../catalog/compare/add-to-comparison.tsx";
import { CompareTable } from "../catalog/compare/compare-table.tsx";
import { buildCompareRows, createComparedProduct, isDifferent } from "../catalog/compare/compare-view.ts";
import { createProductCardView } from "../catalog/product-cards/product-card-view.ts";
import { getFormValue } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Link } from "../navigation/link.tsx";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useRootData } from "../store-config/root-data.ts";
import type { Route } from "./+types/compare.page";

const MAX_SUGGESTIONS = 5;
/** What the API answers for a product that is not sold any more. */
const goneStatuses: ReadonlySet<number> = new Set([404, 410]);

/** Loads the products of the URL; without them, redirects to those that this browser compares. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const ids = parseComparedIds(url.searchParams.get("ids"));
  if (!url.searchParams.has("ids")) {
    const storedIds = readComparedIds(request.headers.get("cookie"));
    if (storedIds.length > 0) throw redirect(requestContext.to(buildComparePath(storedIds)));
  }
  const loaded = await Promise.all(ids.map((id) => loadProduct(requestContext, id)));
  const products = loaded.filter((product) => product !== null).map(createComparedProduct);
  return {
    products,
    goneCount: loaded.length - products.length,
    suggestions: await loadSuggestions(requestContext, ids),
    showAll: url.searchParams.get("rows") === "all",
    isFull: url.searchParams.get("full") === "1",
  };
}

async function loadProduct(requestContext: RequestContext, id: number): Promise<Product | null> {
  try {
    return await requestContext.call<Product>(`/v1/products/${id}`);
  } catch (error) {
    if (error instanceof ApiError && goneStatuses.has(error.status)) return null;
    throw error;
  }
}

/** Loads products that resemble the first one, while another one can be added. */
async function loadSuggestions(requestContext: RequestContext, ids: readonly number[]) {
  const [first] = ids;
  if (first === undefined || ids.length >= MAX_COMPARED) return [];
  const path = `/v1/products/${first}/similar`;
  const similar = await loadOptionalData(requestContext.call<{ items: ProductCardData[] }>(path));
  return (similar?.items ?? [])
    .filter(({ id }) => !ids.includes(id))
    .slice(0, MAX_SUGGESTIONS)
    .map(createProductCardView);
}

/** Adds a product to those that this browser compares (`add`), or removes one from those of the page (`remove`). */
export async function action({ request, context }: Route.ActionArgs) {
  const { to } = getRequestContext({ context });
  const { secureCookies } = context.get(serverContext);
  const formData = await parseFormData(request);
  const [added] = parseComparedIds(getFormValue(formData, "add"));
  const [removed] = parseComparedIds(getFormValue(formData, "remove"));
  const pageIds = parseComparedIds(getFormValue(formData, "ids"));
  const currentIds = pageIds.length > 0 ? pageIds : readComparedIds(request.headers.get("cookie"));
  const isFull = added !== undefined && !currentIds.includes(added) && currentIds.length >= MAX_COMPARED;
  const ids = [
    ...currentIds.filter((id) => id !== removed),
    ...(added === undefined || isFull || currentIds.includes(added) ? [] : [added]),
  ];
  return redirect(to(buildComparePath(ids, { isFull })), {
    headers: { "set-cookie": serializeComparedIds(ids, secureCookies) },
  });
}

export const meta: Route.MetaFunction = createNoindexMeta("compare.title");

/** Up to four products side by side. Only the rows in which they differ are shown by default. */
export default function ComparePage({ loaderData }: Route.ComponentProps) {
  const i18n = useAccountI18n();
  const { t, to } = i18n;
  const { products, goneCount, suggestions, showAll, isFull } = loaderData;
  const direction = useRootData()?.config.destination?.direction ?? "";
  const rows = buildCompareRows(products, i18n, direction);
  const different = rows.filter(isDifferent);
  const canHide = products.length > 1 && different.length < rows.length;
  const ids = products.map(({ card }) => card.id);
  return (
    <div className="mx-auto max-w-page px-4 pt-4 lg:pt-6">
      <Breadcrumbs
        label={t("layout.breadcrumbs")}
        items={[
          { name: t("layout.home"), href: to("/") },
          { name: t("compare.title"), href: to("/compare") },
        ]}
      />
      <div className="mt-2 mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 lg:mt-3 lg:mb-7">
        <div>
          <h1 className="text-3xl lg:text-4xl">{t("compare.title")}</h1>
          {products.length > 0 ? (
            <p className="num mt-1 text-sm text-ink-2">
              {t("compare.count", { count: products.length, max: MAX_COMPARED })}
            </p>
          ) : null}
        </div>
        {canHide ? (
          <Link
            to={buildComparePath(ids, { showAll: !showAll })}
            preventScrollReset
            replace
            className="inline-flex min-h-11 items-center text-sm text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
          >
            {showAll ? t("compare.differences") : t("compare.all_rows", { count: rows.length - different.length })}
          </Link>
        ) : null}
      </div>
      {isFull ? <Alert kind="info">{t("compare.full", { max: MAX_COMPARED })}</Alert> : null}
      {goneCount > 0 ? <Alert kind="info">{t("compare.gone", { count: goneCount })}</Alert> : null}
      {products.length === 0 ? (
        <EmptyComparison />
      ) : (
        <CompareTable products={products} rows={canHide && !showAll ? different : rows} />
      )}
      <AddToComparison cards={suggestions} ids={ids} />
    </div>
  );
}

function EmptyComparison() {
  const { t } = useAccountI18n();
  return (
    <EmptyState
      icon={<Columns3 size={26} strokeWidth={1.5} aria-hidden />}
      title={t("compare.empty")}
      action={
        <Link to="/best-sales" className={buttonClass({ kind: "outline" })}>
          {t("collection.best-sales")}
        </Link>
      }
    >
      {t("compare.empty_text")}
    </EmptyState>
  );
}
