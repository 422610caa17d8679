import type { Wishlist } from "@furoshiki/api/wishlist";
import { getImagePriority, ProductCard } from "../catalog/product-cards/product-card.tsx";
import { createProductCardView } from "../catalog/product-cards/product-card-view.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { Link } from "../navigation/link.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useHeadingFocusOnRemoval, useWishlistedCards, WishlistGrid } from "../wishlist/wishlist-grid.tsx";
import type { Route } from "./+types/wishlist.page";

/** Loads the wishlist. Protected route: guests are redirected to sign in. */
export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await getRequestContext({ context }).load<Wishlist>("/v1/user/wishlist");
  return { cards: items.map(createProductCardView) };
}

export const meta: Route.MetaFunction = createNoindexMeta("layout.wishlist");

export default function WishlistPage({ loaderData }: Route.ComponentProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const cards = useWishlistedCards(loaderData.cards);
  useHeadingFocusOnRemoval(cards.length);
  return (
    <div className="mx-auto max-w-page px-4 pt-4 lg:pt-9">
      <h1 tabIndex={-1} className="flex flex-wrap items-baseline gap-x-3 text-3xl outline-none lg:text-4xl">
        {t("layout.wishlist")}
        {cards.length > 0 ? (
          <span className="num font-sans text-sm font-normal text-ink-3 lg:text-base">
            {t("list.count", { count: cards.length })}
          </span>
        ) : null}
      </h1>
      {cards.length > 0 ? (
        <Link
          to="/wishlist/share"
          className="mt-1 inline-flex min-h-11 items-center text-sm text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
        >
          {t("wishlist.share")}
        </Link>
      ) : null}
      <div className="mt-4 lg:mt-6">
        <WishlistGrid isEmpty={cards.length === 0} isWide>
          {cards.map((card, index) => (
            <ProductCard key={card.id} card={card} i18n={i18n} imagePriority={getImagePriority(index)} />
          ))}
        </WishlistGrid>
      </div>
    </div>
  );
}
