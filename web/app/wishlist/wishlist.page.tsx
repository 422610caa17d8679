import type { Wishlist } from "@furoshiki/api/wishlist";
import { ProductCard } from "../catalogue/product-card.tsx";
import { shownCard } from "../catalogue/shown-card.ts";
import { visitOf } from "../lib/api.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { useFewer, useWished, WishGrid } from "./wish-grid.tsx";
import type { Route } from "./+types/wishlist.page";

const EAGER = 4;

/** What the shopper has put by; a guest is asked to sign in (spec §2, Protected routes). */
export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await visitOf({ context }).page<Wishlist>("/v1/user/wishlist");
  return { cards: items.map(shownCard) };
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, { title: textsOf(known.locale)("shell.favourites"), noindex: true })
    : [];
};

export default function WishlistPage({ loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const { t } = shop;
  const cards = useWished(loaderData.cards);
  useFewer(cards.length);
  return (
    <div className="mx-auto max-w-page px-4 pt-4 lg:pt-9">
      <h1 tabIndex={-1} className="flex flex-wrap items-baseline gap-x-3 text-3xl outline-none lg:text-4xl">
        {t("shell.favourites")}
        {cards.length > 0 ? (
          <span className="num font-sans text-sm font-normal text-ink-3 lg:text-base">
            {t("list.count", { count: cards.length })}
          </span>
        ) : null}
      </h1>
      <div className="mt-6 lg:mt-8">
        <WishGrid isEmpty={cards.length === 0} isWide>
          {cards.map((card, at) => (
            <ProductCard key={card.id} card={card} shop={shop} eager={at < EAGER} />
          ))}
        </WishGrid>
      </div>
    </div>
  );
}
