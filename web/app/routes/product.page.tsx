import type { ProductCardData, Product } from "@furoshiki/api/catalog";
import type { QuestionList, ReviewList } from "@furoshiki/api/reviews";
import { Suspense } from "react";
import { redirect, useLocation, type ShouldRevalidateFunctionArgs } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { allowOfflineCache } from "../offline/cache-policy.ts";
import { localizePath } from "@furoshiki/design-system/i18n/locale-path.ts";
import type { ImageKey } from "../media/image-sources.ts";
import { buildPageMeta, findRootData, applySeoOverrides } from "../seo/page-meta.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { loadOptionalData } from "../api-client/optional-data.ts";
import { getTranslator } from "../i18n/messages.ts";
import { QUESTIONS_PER_PAGE, REVIEWS_ON_PRODUCT_PAGE } from "../reviews/review-params.ts";
import type { LayoutOptions } from "../layout/page-layout.tsx";
import { Breadcrumbs } from "@furoshiki/design-system/ui/breadcrumbs.tsx";
import { WishlistButton } from "../wishlist/wishlist-button.tsx";
import { BuyBox } from "../catalog/products/buy-box.tsx";
import { selectOption } from "../catalog/products/selected-option.ts";
import { Gallery } from "../catalog/products/gallery.tsx";
import { ProductHeading } from "../catalog/products/product-heading.tsx";
import { OptionTiles } from "../catalog/products/option-tiles.tsx";
import { ProductDetails } from "../catalog/products/product-details.tsx";
import { createProductView } from "../catalog/products/product-view.ts";
import { DeliveryInfo } from "../catalog/products/delivery-info.tsx";
import { ShippableAlternatives } from "../catalog/products/shipping-refusal.tsx";
import { LandedCostButton } from "../catalog/products/landed-cost-button.tsx";
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

/** Returns the images of a product with that of the selected option first. */
function moveImageFirst(images: readonly ImageKey[], firstKey: string | null): readonly ImageKey[] {
  return firstKey === null
    ? images
    : images.toSorted((a, b) => Number(b.key === firstKey) - Number(a.key === firstKey));
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
  const { card, images, options, breadcrumbs } = loaderData;
  const { t, to, format } = useI18n();
  const { search } = useLocation();
  useTrackViewedProduct(card.id);
  const selectedOption = selectOption(options, new URLSearchParams(search).get("option"));
  const discount = (selectedOption?.price ?? card.price).discount_percent;
  const shipping = (selectedOption ?? card).shipping;
  const path = `/${card.link_rewrite}`;
  const crumbs = [
    { name: t("layout.home"), href: to("/") },
    ...breadcrumbs.map((crumb) => ({ name: crumb.name, href: to(`/category/${crumb.link_rewrite}`) })),
    { name: insertNonBreakingSpaces(card.name), href: to(path) },
  ];
  return (
    <>
      <div className="mx-auto max-w-page px-4 md:pt-3 lg:pt-5">
        <div className="max-md:hidden">
          <Breadcrumbs label={t("layout.breadcrumbs")} items={crumbs} />
        </div>
        <div className="grid gap-3 md:mt-2 md:gap-6 md:grid-cols-2 lg:mt-4 lg:gap-10 xl:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)] xl:gap-14">
          <Gallery
            key={`${card.id} ${selectedOption?.image ?? ""}`}
            images={moveImageFirst(images, selectedOption?.image ?? null)}
            name={card.name}
            discount={discount > 0 ? format.percent(-discount) : null}
          >
            <WishlistButton id={card.id} name={card.name} className="size-11 rounded-full" />
          </Gallery>
          <div className="min-w-0">
            <ProductHeading page={loaderData} />
            <BuyBox
              key={selectedOption?.option_id ?? card.id}
              card={card}
              options={options}
              selectedOption={selectedOption}
              alerts={loaderData.alerts}
            >
              {selectedOption ? <OptionTiles options={options} selectedOption={selectedOption} path={path} /> : null}
            </BuyBox>
            {/* A plain form, so that it adds nothing to the scripts of the page. */}
            <form method="post" action={to("/compare")} className="mt-1">
              <button
                name="add"
                value={card.id}
                className="inline-flex min-h-11 items-center text-sm text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700 md:min-h-8"
              >
                {t("compare.add")}
              </button>
            </form>
            <ShippableAlternatives cards={loaderData.alternatives} />
            <DeliveryInfo shipping={shipping} price={card.price} />
            {shipping?.refusal ? null : (
              <LandedCostButton productId={card.id} optionId={selectedOption?.option_id ?? 0} qty={1} />
            )}
          </div>
        </div>
      </div>
      <Suspense>
        <ProductDetails key={card.id} page={loaderData} path={path} />
      </Suspense>
    </>
  );
}
