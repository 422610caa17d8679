import type { Coupon, SpecialOffers } from "@furoshiki/api/promotions";
import { Gift, Ticket } from "lucide-react";
import type { ReactNode } from "react";
import { CopyButton } from "../browser/copy-button.tsx";
import { Link } from "../navigation/link.tsx";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";

/**
 * Lists the active public promotions: promo codes, which can be copied, and gifts with purchase. On phones they are a row
 * that scrolls sideways. Renders nothing if there are none.
 */
export function ActivePromotions({ offers }: { offers: SpecialOffers }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  if (offers.items.length + offers.presents.length === 0) return null;
  return (
    <section aria-labelledby="promotions-title" className="mt-5 lg:mt-7">
      <h2 id="promotions-title" className="text-xl lg:text-2xl">
        {t("promotions.title")}
      </h2>
      <ul
        className={`mt-3 gap-3 md:grid md:grid-cols-2 lg:grid-cols-3 lg:gap-5 ${offers.items.length > 0 ? rowClass : "grid"}`}
      >
        {offers.items.map((coupon) => (
          <PromotionItem
            key={coupon.code}
            icon={<Ticket size={22} strokeWidth={1.5} aria-hidden />}
            name={getPromotionName(coupon, i18n)}
            code={coupon.code}
          >
            <CouponProducts coupon={coupon} />
            {[
              coupon.min_sum > 0 ? t("promotions.from", { sum: format.threshold(coupon.min_sum, coupon) }) : null,
              coupon.first_order_only ? t("promotions.first_order") : null,
              coupon.ends_at ? t("promotions.until", { date: format.date(coupon.ends_at) }) : null,
            ]
              .filter(Boolean)
              .join(" · ")}
          </PromotionItem>
        ))}
        {offers.presents.map((giftOffer) => (
          <PromotionItem
            key={giftOffer.price}
            icon={<Gift size={22} strokeWidth={1.5} aria-hidden />}
            name={t("promotions.gift_with_purchase", { sum: format.threshold(giftOffer.price, giftOffer) })}
          >
            {giftOffer.items.map((card) => card.name).join(", ")}
          </PromotionItem>
        ))}
      </ul>
    </section>
  );
}

/** The buttons of the coupons make the row scroll with the keyboard. */
const rowClass =
  "max-md:-mx-4 max-md:flex max-md:snap-x max-md:snap-mandatory max-md:scroll-px-4 max-md:overflow-x-auto max-md:px-4 max-md:pb-2 max-md:*:w-[min(290px,84vw)] max-md:*:shrink-0 max-md:*:snap-start";

type PromotionItemProps = { icon: ReactNode; name: string; code?: string; children: ReactNode };

function PromotionItem({ icon, name, code, children }: PromotionItemProps) {
  const { t } = useI18n();
  return (
    <li className="relative flex gap-3 rounded-xs border border-line bg-surface p-4">
      <span className="text-tag">{icon}</span>
      <div className="min-w-0 grow">
        <p className="font-semibold">{name}</p>
        {children ? <div className="mt-0.5 text-sm text-ink-2">{children}</div> : null}
      </div>
      {code ? (
        <span className="-my-2.5 -mr-2.5 shrink-0">
          <CopyButton
            value={code}
            label={t("promo.copy", { code })}
            copiedLabel={t("promo.copied")}
            className="min-h-11 min-w-11 hover:bg-mist"
          />
        </span>
      ) : null}
    </li>
  );
}

/** Links to categories and products to which a code applies, and how many more there are; nothing if it applies to all. */
function CouponProducts({ coupon: { goods, products_count: count } }: { coupon: Coupon }) {
  const { t } = useI18n();
  if (goods.length === 0) return null;
  const remainingCount = count - goods.filter(({ of }) => of === "product").length;
  return (
    <ul className="mb-0.5">
      {goods.map(({ name, of, link_rewrite }) => (
        <li key={`${of} ${link_rewrite}`}>
          <Link
            to={of === "category" ? `/category/${link_rewrite}` : `/${link_rewrite}`}
            className="line-clamp-1 py-0.5 underline decoration-line-strong underline-offset-4 hover:text-tokiwa-700"
          >
            {name}
          </Link>
        </li>
      ))}
      {remainingCount > 0 ? <li className="py-0.5">{t("promotions.more", { count: remainingCount })}</li> : null}
    </ul>
  );
}

function getPromotionName({ kind, code, percent, amount, gift, ...currency }: Coupon, { t, format }: I18n): string {
  if (kind === "percent") return t("promotions.percent", { percent: format.percent(percent ?? 0), code });
  if (kind === "fixed") return t("promotions.fixed", { amount: format.money(amount ?? 0, currency), code });
  return kind === "gift" ? t("promotions.gift", { gift: gift ?? "", code }) : t("promotions.free_delivery", { code });
}
