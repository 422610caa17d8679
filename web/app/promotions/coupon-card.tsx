import type { Coupon } from "@furoshiki/api/promotions";
import { Check, Clock, Gift, Truck } from "lucide-react";
import { CopyButton } from "../browser/copy-button.tsx";
import { Link } from "../navigation/link.tsx";
import { useAccountI18n, type AccountI18n } from "../i18n/account-i18n.ts";

const SECOND_MS = 1000;

/** A promo code as a coupon: its value, what it applies to, and until when. */
export function CouponCard({ coupon }: { coupon: Coupon }) {
  const i18n = useAccountI18n();
  const { t } = i18n;
  const isInactive = coupon.state !== "active";
  const notchClass = "absolute -right-2 size-4 rounded-full border border-line bg-paper";
  return (
    <li className="grid grid-cols-[112px_minmax(0,1fr)] overflow-hidden rounded-md border border-line bg-surface lg:grid-cols-[140px_minmax(0,1fr)]">
      <div
        className={`relative flex items-center justify-center border-r border-dashed border-line-strong px-2 text-center ${isInactive ? "bg-mist text-ink-3" : "bg-beni-50 text-beni-700"}`}
      >
        <span className={`${notchClass} -top-2`} />
        <span className={`${notchClass} -bottom-2`} />
        <CouponValue coupon={coupon} i18n={i18n} />
      </div>
      <div className="p-4 lg:p-5">
        <h3 className={`font-sans text-sm font-semibold lg:text-base ${isInactive ? "text-ink-2" : ""}`}>
          {describePurpose(coupon, i18n)}
        </h3>
        <p className="mt-0.5 text-sm text-ink-2">{describeConditions(coupon, i18n)}</p>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          {isInactive ? (
            <>
              <s className="num text-sm text-ink-3">{coupon.code}</s>
              <PastCouponStatus coupon={coupon} />
            </>
          ) : (
            <>
              <span className="num inline-flex min-h-9 items-center rounded-sm bg-mist pl-3 text-sm font-semibold wrap-anywhere scriptless:pr-3">
                {coupon.code}
                <CopyButton
                  value={coupon.code}
                  label={t("promo.copy", { code: coupon.code })}
                  copiedLabel={t("promo.copied")}
                  className="ml-1 hover:bg-line"
                />
              </span>
              <span className="text-xs text-ink-2">
                {coupon.ends_at
                  ? t("promo.until", { time: formatLastMinute(coupon.ends_at, i18n) })
                  : t("promo.no_end_date")}
              </span>
            </>
          )}
        </div>
      </div>
    </li>
  );
}

function CouponValue({ coupon, i18n: { t, format } }: { coupon: Coupon; i18n: AccountI18n }) {
  if (coupon.kind === "free_delivery")
    return <Truck size={34} strokeWidth={1.5} role="img" aria-label={t("promo.free_delivery")} />;
  if (coupon.kind === "gift") return <Gift size={34} strokeWidth={1.5} role="img" aria-label={t("promo.gift")} />;
  return (
    <span className="price text-2xl lg:text-3xl">
      {coupon.kind === "percent" ? format.percent(-(coupon.percent ?? 0)) : format.money(coupon.amount ?? 0, coupon)}
    </span>
  );
}

function describePurpose(coupon: Coupon, { t }: AccountI18n): string {
  if (coupon.kind === "gift" && coupon.gift) return t("promo.gift_of", { name: coupon.gift });
  if (coupon.kind === "free_delivery") return t("promo.free_delivery");
  if (coupon.categories.length > 0) return coupon.categories.join(", ");
  return t(coupon.for_some_products ? "promo.some_products" : "promo.everything");
}

function describeConditions(coupon: Coupon, { t, format }: AccountI18n): string {
  const parts = [
    coupon.min_sum > 0 ? t("promo.from", { sum: format.threshold(coupon.min_sum, coupon) }) : t("promo.any_sum"),
    ...(coupon.first_order_only ? [t("promo.first_order")] : []),
  ];
  return parts.join(", ");
}

function PastCouponStatus({ coupon }: { coupon: Coupon }) {
  const i18n = useAccountI18n();
  const { t, format } = i18n;
  const isUsed = coupon.used_at !== null;
  const Icon = isUsed ? Check : Clock;
  return (
    <span className="flex items-center gap-1.5 text-xs text-ink-2">
      <Icon size={15} aria-hidden className="shrink-0" />
      {coupon.used_at && coupon.order_id ? (
        <Link to={`/profile/orders/${coupon.order_id}`} className="py-1 underline underline-offset-4 hover:text-ink">
          {t("promo.used", { date: format.date(coupon.used_at) })}
        </Link>
      ) : coupon.ends_at ? (
        t("promo.ended", { date: format.date(coupon.ends_at) })
      ) : (
        t("promo.disabled")
      )}
    </span>
  );
}

/** Formats the last valid moment: a code that expires at midnight shows 23:59 of the day before. */
function formatLastMinute(endsAt: string, { format }: AccountI18n): string {
  return format.dateTime(new Date(Date.parse(endsAt) - SECOND_MS).toISOString());
}
