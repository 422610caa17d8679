import type { Wishlist } from "@furoshiki/api/wishlist";
import { AccountFrame } from "../account/account-frame.tsx";
import { ProductCard } from "../catalogue/product-card.tsx";
import { shownCard } from "../catalogue/shown-card.ts";
import { visitOf } from "../lib/api.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { useFewer, useWished, WishGrid } from "./wish-grid.tsx";
import type { Route } from "./+types/favourites.page";

/** The favourites beside the menu of the profile (spec §2, child pages of /profile). */
export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await visitOf({ context }).page<Wishlist>("/v1/user/wishlist");
  return { cards: items.map(shownCard) };
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, {
        title: textsOf(known.locale)("shell.favourites"),
        canonical: "/wishlist",
        noindex: true,
      })
    : [];
};

export default function FavouritesPage({ loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const { t } = shop;
  const cards = useWished(loaderData.cards);
  useFewer(cards.length);
  return (
    <AccountFrame current="/profile/user_favorites" title={t("shell.favourites")}>
      <div className="mt-5 lg:mt-7">
        <WishGrid isEmpty={cards.length === 0}>
          {cards.map((card) => (
            <ProductCard key={card.id} card={card} shop={shop} />
          ))}
        </WishGrid>
      </div>
    </AccountFrame>
  );
}
