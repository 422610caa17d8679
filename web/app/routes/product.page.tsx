import type { ProductCardData, Product } from "@furoshiki/api/catalog";
import type { QuestionList, ReviewList } from "@furoshiki/api/reviews";
import { redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { allowOfflineCache } from "../offline/cache-policy.ts";
import { localizePath } from "@furoshiki/design-system/i18n/locale-path.ts";
import { buildPageMeta, findRootData, applySeoOverrides } from "../seo/page-meta.ts";
import { loadOptionalData } from "../api-client/optional-data.ts";
import { getTranslator } from "../i18n/messages.ts";
import { QUESTIONS_PER_PAGE, REVIEWS_ON_PRODUCT_PAGE } from "../reviews/review-params.ts";
import type { LayoutOptions } from "../layout/page-layout.tsx";
import { ProductContent } from "../catalog/products/product-content.tsx";
import { createProductView } from "../catalog/products/product-view.ts";
import { useTrackViewedProduct } from "../catalog/recommendations/viewed-products.ts";
import type { Route } from "./+types/product.page";

export const handle: LayoutOptions = { buyBar: true };

/** The API returns at most 96 questions at once; this is the largest multiple of QUESTIONS_PER_PAGE below that. */
const MAX_QUESTIONS = 95;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const { search, searchParams } = url;
  const questionPages = Math.max(1, Math.trunc(Number(searchParams.get("questions"))) || 1);
  const productPath = `/v1/products/${encodeURIComponent(params.productSlug)}`;
  const [product, similar, reviews, questions] = await Promise.all([
    requestContext.load<Product>(productPath),
    loadOptionalData(requestContext.call<{ items: ProductCardData[] }>(`${productPath}/similar`)),
    loadOptionalData(
      requestContext.call<ReviewList>(`${productPath}/reviews?sort=helpful&per_page=${REVIEWS_ON_PRODUCT_PAGE}`),
    ),
    loadOptionalData(
      requestContext.call<QuestionList>(
        `${productPath}/questions?per_page=${Math.min(MAX_QUESTIONS, questionPages * QUESTIONS_PER_PAGE)}`,
      ),
    ),
  ]);
  if (product.link_rewrite !== params.productSlug) {
    throw redirect(
      localizePath(`/${product.link_rewrite}`, requestContext.locale, requestContext.server.localeStrategy) + search,
      301,
    );
  }
  allowOfflineCache({ context }, "any-query");
  return createProductView({ product, similar: similar?.items ?? [], reviews, questions, questionPages });
}

/** Selecting an option changes the URL but needs no new data from the server. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isSameParam = (name: string) => currentUrl.searchParams.get(name) === nextUrl.searchParams.get(name);
  const isSameList = isSameParam("questions");
  const isOnlyOptionChanged = currentUrl.pathname === nextUrl.pathname && isSameList && !isSameParam("option");
  return formMethod === undefined && isOnlyOptionChanged ? false : defaultShouldRevalidate;
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const { card, summary } = loaderData;
  return buildPageMeta(rootData, location, {
    ...applySeoOverrides(loaderData.seo, {
      title: getTranslator(rootData.locale)("product.page_title", { name: card.name }),
      description: summary || card.name,
    }),
    canonical: `/${card.link_rewrite}`,
    type: "product",
    share: loaderData.share,
  });
};

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { card } = loaderData;
  useTrackViewedProduct(card.id);
  return <ProductContent page={loaderData} path={`/${card.link_rewrite}`} />;
}
