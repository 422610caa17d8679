import type { ProductPreview } from "@furoshiki/api/catalog-admin/previews";
import type { QuestionList, ReviewList } from "@furoshiki/api/reviews";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { EyeOff } from "lucide-react";
import { data } from "react-router";
import { loadOptionalData } from "../api-client/optional-data.ts";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import { PreviewBar } from "../catalog/products/preview-bar.tsx";
import { ProductContent } from "../catalog/products/product-content.tsx";
import { createProductView } from "../catalog/products/product-view.ts";
import { getAccountTranslator, useAccountI18n } from "../i18n/account-i18n.ts";
import type { LayoutOptions } from "../layout/page-layout.tsx";
import { QUESTIONS_PER_PAGE, REVIEWS_ON_PRODUCT_PAGE } from "../reviews/review-params.ts";
import { applySeoOverrides, buildPageMeta, findRootData } from "../seo/page-meta.ts";
import type { Route } from "./+types/product-preview.page";

export const handle: LayoutOptions = { buyBar: true };

/** Loads a product with the unsaved changes of a member of staff; without it why it cannot be shown. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const token = encodeURIComponent(params.token);
  try {
    const { product, similar, version } = await requestContext.call<ProductPreview>(`/v1/product-previews/${token}`);
    // A product that is not in the store has neither.
    const [reviews, questions] = await Promise.all([
      loadOptionalData(
        requestContext.call<ReviewList>(
          `/v1/products/${product.id}/reviews?sort=helpful&per_page=${REVIEWS_ON_PRODUCT_PAGE}`,
        ),
      ),
      loadOptionalData(
        requestContext.call<QuestionList>(`/v1/products/${product.id}/questions?per_page=${QUESTIONS_PER_PAGE}`),
      ),
    ]);
    const page = createProductView({ product, similar, reviews, questions, questionPages: 1 });
    return { page, version, refusal: null, isExpired: false, isBusy: false };
  } catch (error) {
    // Another transaction can hold the rows of the product; the open page asks again.
    if (!(error instanceof ApiError) || (error.status >= 500 && error.code !== "preview_busy")) throw error;
    const isExpired = error.code === "product_preview_expired";
    const isBusy = error.code === "preview_busy";
    return data({ page: null, version: null, refusal: error.message, isExpired, isBusy }, error.status);
  }
}

/** Other sites do not learn the link: browsers send no address of this page to them. */
export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData) return [];
  const t = getAccountTranslator(rootData.locale);
  const page = loaderData?.page ?? null;
  const seo = applySeoOverrides(page?.seo ?? null, {
    title: page ? t("product.page_title", { name: page.card.name }) : t("preview.title"),
    description: page?.summary ?? "",
  });
  return [
    ...buildPageMeta(rootData, location, { ...seo, noindex: true }),
    { name: "referrer", content: "same-origin" },
  ];
};

export default function ProductPreviewPage({ loaderData, params }: Route.ComponentProps) {
  const { page, version, refusal, isExpired, isBusy } = loaderData;
  const { t } = useAccountI18n();
  return (
    // The bar does not cover the end of the page.
    <div className="pb-24 lg:pb-16">
      <PreviewBar token={params.token} {...{ version, isExpired, isBusy }} />
      {page ? (
        <ProductContent page={page} path={`/product-preview/${params.token}`} isPreview />
      ) : (
        <div className="mx-auto max-w-page px-4 pt-6">
          <h1 className="sr-only">{t("preview.title")}</h1>
          <EmptyState icon={<EyeOff size={24} strokeWidth={1.5} aria-hidden />} title={t("preview.not_shown")}>
            {refusal}
          </EmptyState>
        </div>
      )}
    </div>
  );
}
