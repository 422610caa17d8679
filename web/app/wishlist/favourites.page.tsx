import type { Wishlist } from "@furoshiki/api/wishlist";
import { Heart } from "lucide-react";
import { AccountFrame } from "../account/account-frame.tsx";
import { ProductCard, shownCard } from "../catalogue/product-card.tsx";
import { visitOf } from "../lib/api.ts";
import { Link } from "../lib/link.tsx";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { buttonClass } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { useWishes } from "./heart.tsx";
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
  const { isGone } = useWishes();
  const cards = loaderData.cards.filter((card) => !isGone(card.id));
  return (
    <AccountFrame current="/profile/user_favorites" title={t("shell.favourites")}>
      <div className="mt-5 lg:mt-7">
        {cards.length === 0 ? (
          <Empty
            icon={<Heart size={26} strokeWidth={1.5} aria-hidden />}
            title={t("wishlist.empty")}
            action={
              <Link to="/best-sales" className={buttonClass({ kind: "outline" })}>
                {t("collection.best-sales")}
              </Link>
            }
          >
            {t("wishlist.empty_text")}
          </Empty>
        ) : (
          <section aria-label={t("shell.favourites")}>
            <h2 className="sr-only">{t("wishlist.products")}</h2>
            <div className="grid grid-cols-2 gap-x-3 gap-y-8 md:grid-cols-3 lg:gap-x-6 lg:gap-y-10">
              {cards.map((card) => (
                <ProductCard key={card.id} card={card} shop={shop} />
              ))}
            </div>
          </section>
        )}
      </div>
    </AccountFrame>
  );
}
