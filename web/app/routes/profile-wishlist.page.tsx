import type { Wishlist } from "@furoshiki/api/wishlist";
import { AccountLayout } from "../account/account-layout.tsx";
import { ProductCard } from "../catalog/product-cards/product-card.tsx";
import { createProductCardView } from "../catalog/product-cards/product-card-view.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { getTranslator } from "../i18n/messages.ts";
import { useHeadingFocusOnRemoval, useWishlistedCards, WishlistGrid } from "../wishlist/wishlist-grid.tsx";
import type { Route } from "./+types/profile-wishlist.page";

/** Loads the wishlist for the account pages. */
export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await getRequestContext({ context }).load<Wishlist>("/v1/user/wishlist");
  return { cards: items.map(createProductCardView) };
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const rootData = findRootData(matches);
  return rootData
    ? buildPageMeta(rootData, location, {
        title: getTranslator(rootData.locale)("layout.wishlist"),
        canonical: "/wishlist",
        noindex: true,
      })
    : [];
};

export default function ProfileWishlistPage({ loaderData }: Route.ComponentProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const cards = useWishlistedCards(loaderData.cards);
  useHeadingFocusOnRemoval(cards.length);
  return (
    <AccountLayout current="/profile/user_favorites" title={t("layout.wishlist")}>
      <div className="mt-5 lg:mt-7">
        <WishlistGrid isEmpty={cards.length === 0}>
          {cards.map((card) => (
            <ProductCard key={card.id} card={card} i18n={i18n} />
          ))}
        </WishlistGrid>
      </div>
    </AccountLayout>
  );
}
