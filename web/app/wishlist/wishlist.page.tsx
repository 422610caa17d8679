import type { Wishlist } from "@furoshiki/api/wishlist";
import { useEffect, useRef } from "react";
import { ProductCard, shownCard } from "../catalogue/product-card.tsx";
import { visitOf } from "../lib/api.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { useWished, WishGrid } from "./wish-grid.tsx";
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
  const heading = useRef<HTMLHeadingElement>(null);
  const cards = useWished(loaderData.cards);
  const shown = useRef(cards.length);
  useEffect(() => {
    // The pressed heart went with its card: the reader is told what is left.
    if (cards.length < shown.current) heading.current?.focus();
    shown.current = cards.length;
  }, [cards.length]);
  return (
    <div className="mx-auto max-w-page px-4 pt-4 lg:pt-9">
      <h1
        ref={heading}
        tabIndex={-1}
        className="flex flex-wrap items-baseline gap-x-3 text-3xl outline-none lg:text-4xl"
      >
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
