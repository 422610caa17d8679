import type { SpecialOffers } from "@furoshiki/api/promotions";
import { ChevronRight, Sparkles } from "lucide-react";
import { AccountLayout } from "../account/account-layout.tsx";
import { getRequestContext } from "../api-client/request-context.ts";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Link } from "../navigation/link.tsx";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { CouponCard } from "../promotions/coupon-card.tsx";
import type { Route } from "./+types/special-offer.page";

export function loader({ context }: Route.LoaderArgs) {
  return getRequestContext({ context }).load<SpecialOffers>("/v1/user/special-offers");
}

export const meta: Route.MetaFunction = createNoindexMeta("promo.special");

export default function SpecialOfferPage({ loaderData: { items, presents } }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  return (
    <AccountLayout current="/profile/special-offer" title={t("promo.special")}>
      {items.length === 0 && presents.length === 0 ? (
        <div className="mt-5 lg:mt-7">
          <EmptyState
            icon={<Sparkles size={26} strokeWidth={1.5} aria-hidden />}
            title={t("promo.special_none")}
            action={
              <Link to="/prices-drop" className={buttonClass({ kind: "outline" })}>
                {t("collection.prices-drop")}
              </Link>
            }
          >
            {t("promo.special_none_text")}
          </EmptyState>
        </div>
      ) : null}
      {items.length > 0 ? (
        <section className="mt-6 lg:mt-8">
          <h2 className="text-2xl">{t("promo.own")}</h2>
          <ul className="mt-4 grid gap-3 xl:grid-cols-2 xl:gap-4">
            {items.map((coupon) => (
              <CouponCard key={coupon.code} coupon={coupon} />
            ))}
          </ul>
        </section>
      ) : null}
      {presents.map((offer) => (
        <GiftOffer key={offer.price} offer={offer} />
      ))}
      <Link
        to="/prices-drop"
        className="mt-8 flex items-center justify-between gap-3 rounded-md border border-line bg-surface p-5 hover:border-line-strong lg:mt-10"
      >
        <span>
          <b className="block font-semibold">{t("collection.prices-drop")}</b>
          <span className="text-sm text-ink-2">{t("promo.price_drops_text")}</span>
        </span>
        <ChevronRight size={18} strokeWidth={1.5} aria-hidden className="shrink-0 text-ink-3" />
      </Link>
    </AccountLayout>
  );
}

function GiftOffer({ offer }: { offer: SpecialOffers["presents"][number] }) {
  const { t, format } = useAccountI18n();
  return (
    <section className="mt-8 rounded-md bg-theme-sakura p-5 lg:mt-10 lg:p-8">
      <h2 className="text-2xl text-on-theme">{t("promo.gifts", { sum: format.threshold(offer.price, offer) })}</h2>
      <p className="mt-1 text-sm text-on-theme-2">{t("promo.gifts_text", { count: offer.count })}</p>
      <ul className="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {offer.items.map((card) => (
          <li key={card.id} className="rounded-md bg-surface p-2.5">
            <Link to={`/${card.link_rewrite}`} className="block hover:text-tokiwa-700">
              <Picture image={card.image} sizes="180px" className="aspect-square w-full rounded-xs object-cover" />
              <span className="mt-2 line-clamp-2 text-xs">{insertNonBreakingSpaces(card.name)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
