import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import type { PlannedChange, ProductDetail } from "@furoshiki/api/admin/catalog-admin/editor";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { executeProductAction } from "../catalog/product-actions.ts";
import { ProductEditor } from "../catalog/product-editor.tsx";
import { createProductPath, parseTab } from "../catalog/product-path.ts";
import { createTitle } from "../http/page-title.ts";
import { parseId } from "../http/parse-id.ts";
import type { Route } from "./+types/product.page";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { load } = getRequestContext({ context });
  const id = parseId(params.id);
  const [product, planned, terms] = await Promise.all([
    load<ProductDetail>(`products/${id}`),
    load<PlannedChange[]>(`products/${id}/planned-changes`),
    load<CatalogTerms>("catalog-terms"),
  ]);
  return { product, planned, terms, today: toStoreDay(new Date()) };
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const id = parseId(params.id);
  const path = createProductPath(id, parseTab(url.searchParams));
  return executeProductAction(getRequestContext({ context }), id, { form: await request.formData(), path });
}

export default function ProductPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ProductEditor key={loaderData.product.id} {...loaderData} failure={actionData ?? null} />;
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  createTitle(matches, "catalog.title_product", {
    name: (loaderData as { product: ProductDetail } | undefined)?.product.name ?? "",
  });
