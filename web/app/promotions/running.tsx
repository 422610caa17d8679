import type { Coupon, SpecialOffers } from "@furoshiki/api/promotions";
import { Gift, Ticket } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "../lib/link.tsx";
import { useShop, type Shop } from "../lib/shop.tsx";

/** The promotions that run for everybody: codes, and presents above a sum. Nothing where none runs. */
export function RunningPromotions({ offers }: { offers: SpecialOffers }) {
  const shop = useShop();
  const { t, format } = shop;
  if (offers.items.length + offers.presents.length === 0) return null;
  return (
    <section aria-labelledby="running" className="mt-5 lg:mt-7">
      <h2 id="running" className="text-xl lg:text-2xl">
        {t("running.title")}
      </h2>
      <ul className="mt-3 grid gap-3 md:grid-cols-2 lg:grid-cols-3 lg:gap-5">
        {offers.items.map((coupon) => (
          <Running
            key={coupon.code}
            icon={<Ticket size={22} strokeWidth={1.5} aria-hidden />}
            name={nameOf(coupon, shop)}
          >
            <Goods coupon={coupon} />
            {[
              coupon.min_sum > 0 ? t("running.from", { sum: format.money(coupon.min_sum, coupon) }) : null,
              coupon.first_order_only ? t("running.first_order") : null,
              coupon.ends_at ? t("running.until", { date: format.date(coupon.ends_at) }) : null,
            ]
              .filter(Boolean)
              .join(" · ")}
          </Running>
        ))}
        {offers.presents.map((present) => (
          <Running
            key={present.price}
            icon={<Gift size={22} strokeWidth={1.5} aria-hidden />}
            name={t("running.present", { sum: format.money(present.price, present) })}
          >
            {present.items.map((card) => card.name).join(", ")}
          </Running>
        ))}
      </ul>
    </section>
  );
}

function Running({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <li className="flex gap-3 rounded-xs border border-line bg-surface p-4">
      <span className="text-tag">{icon}</span>
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        {children ? <div className="mt-0.5 text-sm text-ink-2">{children}</div> : null}
      </div>
    </li>
  );
}

/** What a code is for, where that is not everything: the ways there, and how many more goods there are. */
function Goods({ coupon: { goods, products_count: count } }: { coupon: Coupon }) {
  const { t } = useShop();
  if (goods.length === 0) return null;
  const more = count - goods.filter(({ of }) => of === "product").length;
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
      {more > 0 ? <li className="py-0.5">{t("running.more", { count: more })}</li> : null}
    </ul>
  );
}

function nameOf({ kind, code, percent, amount, gift, ...currency }: Coupon, { t, format }: Shop): string {
  if (kind === "percent") return t("running.percent", { percent: format.percent(percent ?? 0), code });
  if (kind === "fixed") return t("running.fixed", { amount: format.money(amount ?? 0, currency), code });
  return kind === "gift" ? t("running.gift", { gift: gift ?? "", code }) : t("running.free_delivery", { code });
}
