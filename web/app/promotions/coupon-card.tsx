import type { Coupon } from "@furoshiki/api/promotions";
import { Check, Clock, Gift, Truck } from "lucide-react";
import { CopyButton } from "../lib/copy-button.tsx";
import { Link } from "../lib/link.tsx";
import { useShop, type Shop } from "../lib/shop.tsx";

const SECOND_MS = 1000;

/** A promo code as a coupon: its value on the stub, what it is for, and until when (design §13, Coupon). */
export function CouponCard({ coupon }: { coupon: Coupon }) {
  const shop = useShop();
  const { t } = shop;
  const off = coupon.state !== "active";
  const notch = "absolute -right-2 size-4 rounded-full border border-line bg-paper";
  return (
    <li className="grid grid-cols-[112px_minmax(0,1fr)] overflow-hidden rounded-md border border-line bg-surface lg:grid-cols-[140px_minmax(0,1fr)]">
      <div
        className={`relative flex items-center justify-center border-r border-dashed border-line-strong px-2 text-center ${off ? "bg-mist text-ink-3" : "bg-beni-50 text-beni-700"}`}
      >
        <span className={`${notch} -top-2`} />
        <span className={`${notch} -bottom-2`} />
        <Value coupon={coupon} shop={shop} />
      </div>
      <div className="p-4 lg:p-5">
        <h3 className={`font-sans text-sm font-semibold lg:text-base ${off ? "text-ink-2" : ""}`}>
          {purpose(coupon, shop)}
        </h3>
        <p className="mt-0.5 text-sm text-ink-2">{conditions(coupon, shop)}</p>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          {off ? (
            <>
              <s className="num text-sm text-ink-3">{coupon.code}</s>
              <Past coupon={coupon} />
            </>
          ) : (
            <>
              <span className="num inline-flex min-h-9 items-center rounded-sm bg-mist pl-3 text-sm font-semibold wrap-anywhere scriptless:pr-3">
                {coupon.code}
                <CopyButton
                  value={coupon.code}
                  label={t("coupon.copy", { code: coupon.code })}
                  done={t("coupon.copied")}
                  className="ml-1 hover:bg-line"
                />
              </span>
              <span className="text-xs text-ink-2">
                {coupon.ends_at ? t("coupon.until", { time: lastMoment(coupon.ends_at, shop) }) : t("coupon.endless")}
              </span>
            </>
          )}
        </div>
      </div>
    </li>
  );
}

function Value({ coupon, shop: { t, format } }: { coupon: Coupon; shop: Shop }) {
  if (coupon.kind === "free_delivery")
    return <Truck size={34} strokeWidth={1.5} role="img" aria-label={t("coupon.free_delivery")} />;
  if (coupon.kind === "gift") return <Gift size={34} strokeWidth={1.5} role="img" aria-label={t("coupon.gift")} />;
  return (
    <span className="price text-2xl lg:text-3xl">
      {coupon.kind === "percent" ? format.percent(-(coupon.percent ?? 0)) : format.money(coupon.amount ?? 0, coupon)}
    </span>
  );
}

function purpose(coupon: Coupon, { t }: Shop): string {
  if (coupon.kind === "gift" && coupon.gift) return t("coupon.gift_of", { name: coupon.gift });
  if (coupon.kind === "free_delivery") return t("coupon.free_delivery");
  if (coupon.categories.length > 0) return coupon.categories.join(", ");
  return t(coupon.for_some_products ? "coupon.some_products" : "coupon.everything");
}

function conditions(coupon: Coupon, { t, format }: Shop): string {
  const parts = [
    coupon.min_sum > 0 ? t("coupon.from", { sum: format.money(coupon.min_sum, coupon) }) : t("coupon.any_sum"),
    ...(coupon.first_order_only ? [t("coupon.first_order")] : []),
  ];
  return parts.join(", ");
}

function Past({ coupon }: { coupon: Coupon }) {
  const shop = useShop();
  const { t, format } = shop;
  const used = coupon.used_at !== null;
  const Icon = used ? Check : Clock;
  return (
    <span className="flex items-center gap-1.5 text-xs text-ink-2">
      <Icon size={15} aria-hidden className="shrink-0" />
      {coupon.used_at && coupon.order_id ? (
        <Link to={`/profile/orders/${coupon.order_id}`} className="py-1 underline underline-offset-4 hover:text-ink">
          {t("coupon.used", { date: format.date(coupon.used_at) })}
        </Link>
      ) : coupon.ends_at ? (
        t("coupon.ended", { date: format.date(coupon.ends_at) })
      ) : (
        t("coupon.over")
      )}
    </span>
  );
}

/** A code that ends with the day ends at 23:59, not at nought o'clock of the next. */
function lastMoment(endsAt: string, { format }: Shop): string {
  return format.dateTime(new Date(Date.parse(endsAt) - SECOND_MS).toISOString());
}
