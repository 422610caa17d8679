import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { getShippingMethods, isDutyExpected, type CartContents } from "../cart-contents.ts";

type DeliveryEstimateProps = { estimate: CartContents; isStale: boolean };

/** Shipping methods for a country with dates and price, why others are unavailable, and the expected duty. */
export function DeliveryEstimate({ estimate, isStale }: DeliveryEstimateProps) {
  const { t, format } = useAccountI18n();
  const { shipping, price_v2: totals } = estimate;
  const methods = getShippingMethods(estimate);
  return (
    <div aria-live="polite" aria-busy={isStale || undefined} className={isStale ? "opacity-50" : ""}>
      {methods.length === 0 ? (
        <Alert kind="error" className="mt-4">
          {t(
            estimate.problems.some(({ code }) => code === "parcel_over_limits")
              ? "checkout.parcel_over_limits"
              : "checkout.country_not_served",
          )}
        </Alert>
      ) : (
        <ul className="mt-4 text-sm">
          {methods.map(({ id, name, arrives, price, note, needs_identity: needsIdentity }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-3 first:border-t-0">
              <span className="min-w-0 grow">
                <b className="font-medium">{name}</b>
                <span className="num block text-ink-2">
                  {[format.days(arrives.from, arrives.to), note].filter(Boolean).join(". ")}
                </span>
                {needsIdentity ? <span className="block text-xs text-ink-2">{t("identity.announced")}</span> : null}
              </span>
              <span className="num font-semibold whitespace-nowrap">
                {price === 0 ? t("checkout.free") : format.money(price, totals)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <UnavailableMethods methods={shipping.not_offered} />
      <DutyNotice estimate={estimate} />
    </div>
  );
}

/** Unavailable methods, each with the reason. They are shown rather than hidden. */
export function UnavailableMethods({ methods }: { methods: readonly { id: number; name: string; text: string }[] }) {
  if (methods.length === 0) return null;
  return (
    <ul className="mt-2 space-y-1 text-xs text-ink-2">
      {methods.map(({ id, name, text }) => (
        <li key={id}>
          <b className="font-medium">{`${name}. `}</b>
          {text}
        </li>
      ))}
    </ul>
  );
}

function DutyNotice({ estimate }: { estimate: CartContents }) {
  const { customs_tax: customs, price_v2: totals } = estimate;
  const { t, format } = useAccountI18n();
  const formatMoney = (amount: number) => format.money(amount, totals);
  const limit = customs.limit?.in_cart_currency ?? null;
  const text = isDutyExpected(estimate)
    ? customs.tax > 0
      ? t("duty.expected", { duty: formatMoney(customs.tax) })
      : t("duty.unknown_sum")
    : limit === null
      ? ""
      : t("duty.none", { sum: formatMoney(totals.products_price), limit: formatMoney(limit) });
  const message = [text, customs.note].filter(Boolean).join(" ");
  if (message === "") return null;
  return (
    <Alert kind={isDutyExpected(estimate) || customs.limit === null ? "warn" : "ok"} className="mt-3">
      {message}
    </Alert>
  );
}
