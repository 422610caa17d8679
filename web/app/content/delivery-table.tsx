import type { DeliveryMethod } from "@furoshiki/api/delivery";
import { useShop } from "../lib/shop.tsx";
import { RuleTable } from "./rule-table.tsx";

const NAMED = 6;

/** The shop's ways of delivery with the prices and days that the cart counts with. */
export function DeliveryTable({ methods }: { methods: readonly DeliveryMethod[] }) {
  const { t, format } = useShop();
  const columns = [
    t("duty.ways_name"),
    t("duty.ways_to"),
    t("duty.ways_days"),
    t("duty.ways_price"),
    t("duty.ways_weight"),
  ];
  return (
    <RuleTable title={t("duty.ways")} columns={columns}>
      {methods
        .filter(({ countries }) => countries.length > 0)
        .map((method) => (
          <tr key={method.id}>
            <th scope="row">
              {method.name}
              {method.refuses.length > 0 ? (
                <span className="block text-sm font-normal text-ink-2">
                  {t("duty.ways_refuses", { what: method.refuses.join(", ") })}
                </span>
              ) : null}
            </th>
            <td>
              <Countries method={method} />
            </td>
            <td className="num">
              {t("checkout.days", {
                from: Math.min(...method.countries.map(({ days_min }) => days_min)),
                to: Math.max(...method.countries.map(({ days_max }) => days_max)),
              })}
            </td>
            <td className="num">
              {prices(method)
                .map((price) => format.money(price, method))
                .join("–")}
              <span className="block text-sm text-ink-2">
                {t("duty.ways_free", { sum: format.money(method.free_from, method) })}
              </span>
            </td>
            <td className="num">
              {t("checkout.weight", { kg: format.decimal(method.weight_max_g / 1000) })}
              {method.size_limits ? <span className="block text-sm text-ink-2">{method.size_limits}</span> : null}
            </td>
          </tr>
        ))}
    </RuleTable>
  );
}

/** The least and the largest price by country, or the one. */
function prices({ countries }: DeliveryMethod): number[] {
  const all = countries.map(({ price }) => price);
  return [...new Set([Math.min(...all), Math.max(...all)])];
}

/** A few names at once, a long list behind its number. */
function Countries({ method: { countries } }: { method: DeliveryMethod }) {
  const { t } = useShop();
  const names = countries.map(({ name }) => name).join(", ");
  if (countries.length <= NAMED) return names;
  return (
    <details>
      <summary className="w-fit cursor-pointer py-1">{t("duty.ways_more", { count: countries.length })}</summary>
      {names}
    </details>
  );
}
