import type { Collection } from "@furoshiki/api/catalog";
import type { SpecialOffers } from "@furoshiki/api/promotions";
import { getRequestContext } from "../api-client/request-context.ts";
import { allowOfflineCache } from "../offline/cache-policy.ts";
import { splitPath } from "@furoshiki/design-system/i18n/locale-path.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { loadOptionalData } from "../api-client/optional-data.ts";
import { ActivePromotions } from "../promotions/active-promotions.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";
import { getTranslator } from "../i18n/messages.ts";
import { ListingHeader } from "../catalog/listing/listing-header.tsx";
import { getListingMeta, loadListing } from "../catalog/listing/listing.ts";
import { ProductList } from "../catalog/listing/product-list.tsx";
import type { Route } from "./+types/collection.page";

/** Returns the collection that the path names: /best-sales, /new-products or /prices-drop. */
function getCollection(path: string): Collection {
  const name = splitPath(path).path.replace(/^\/|[/?].*$/g, "");
  return name === "best-sales" || name === "new-products" ? name : "prices-drop";
}

export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const collection = getCollection(requestContext.path);
  const [{ listing }, offers] = await Promise.all([
    loadListing(requestContext, { collection }),
    collection === "prices-drop" ? loadOptionalData(requestContext.call<SpecialOffers>("/v1/promotions")) : null,
  ]);
  allowOfflineCache({ context }, "exact-url");
  return { collection, listing, offers };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const t = getTranslator(rootData.locale);
  const { collection, listing } = loaderData;
  return buildPageMeta(rootData, location, {
    title: t("category.title", { name: t(`collection.${collection}`), page: listing.listingQuery.page }),
    description: t(`collection.${collection}_text`),
    ...getListingMeta(`/${collection}`, listing),
  });
};

export default function CollectionPage({ loaderData: { collection, listing, offers } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <ListingHeader title={t(`collection.${collection}`)} total={listing.total} path={`/${collection}`}>
        <p className="mt-2 max-w-read text-sm text-ink-2 lg:text-base">{t(`collection.${collection}_text`)}</p>
      </ListingHeader>
      {offers && listing.listingQuery.page === 1 ? <ActivePromotions offers={offers} /> : null}
      <ProductList listing={listing} path={`/${collection}`} />
    </div>
  );
}
