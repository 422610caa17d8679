import type { Estimate } from "@furoshiki/api/cart";
import { useShop } from "../lib/shop.tsx";
import { Note } from "../ui/note.tsx";

/** Each way to a country with days and price, why another is none, and what customs may ask. */
export function DeliveryEstimate({ estimate, stale }: { estimate: Estimate; stale: boolean }) {
  const { t, format } = useShop();
  const { shipping, price_v2: money } = estimate;
  const methods = shipping.availiable_shipping.items;
  return (
    <div aria-live="polite" aria-busy={stale || undefined} className={stale ? "opacity-50" : ""}>
      {methods.length === 0 ? (
        <Note kind="error" className="mt-4">
          {t(
            estimate.problems.some(({ code }) => code === "parcel_over_limits")
              ? "checkout.parcel_over_limits"
              : "checkout.country_not_served",
          )}
        </Note>
      ) : (
        <ul className="mt-4 text-sm">
          {methods.map(({ id, name, days_min, days_max, price, note }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-3 first:border-t-0">
              <span className="min-w-0 grow">
                <b className="font-medium">{name}</b>
                <span className="num block text-ink-2">
                  {[t("checkout.days", { from: days_min, to: days_max }), note].filter(Boolean).join(". ")}
                </span>
              </span>
              <span className="num font-semibold whitespace-nowrap">
                {price === 0 ? t("checkout.free") : format.money(price, money)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <NotOffered methods={shipping.not_offered} />
      <DutyNote estimate={estimate} />
    </div>
  );
}

/** Ways that are not on offer, each with its reason: they are shown, not hidden. */
export function NotOffered({ methods }: { methods: readonly { id: number; name: string; text: string }[] }) {
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

function DutyNote({ estimate: { customs_tax: customs, price_v2: money } }: { estimate: Estimate }) {
  const { t, format } = useShop();
  const sum = (amount: number) => format.money(amount, money);
  const limit = customs.limit?.in_cart_currency ?? null;
  const text = customs.declarate
    ? customs.tax > 0
      ? t("duty.expected", { duty: sum(customs.tax) })
      : t("duty.unknown_sum")
    : limit === null
      ? ""
      : t("duty.none", { sum: sum(money.products_price), limit: sum(limit) });
  const said = [text, customs.note].filter(Boolean).join(" ");
  if (said === "") return null;
  return (
    <Note kind={customs.declarate || customs.limit === null ? "warn" : "ok"} className="mt-3">
      {said}
    </Note>
  );
}
