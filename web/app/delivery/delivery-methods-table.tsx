import type { DeliveryMethod } from "@furoshiki/api/delivery";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { OnTimeRate } from "./on-time-rate.tsx";
import { RulesTable } from "@furoshiki/design-system/ui/rules-table.tsx";

const MAX_NAMED_COUNTRIES = 6;

/** The id of the heading. */
export const DELIVERY_METHODS_ID = "delivery-methods";

/** The delivery methods with the prices and delivery times that the cart uses. */
export function DeliveryMethodsTable({ methods }: { methods: readonly DeliveryMethod[] }) {
  const { t, format } = useAccountI18n();
  const columns = [
    t("duty.methods_name"),
    t("duty.methods_to"),
    t("duty.methods_days"),
    t("duty.methods_price"),
    t("duty.methods_weight"),
  ];
  const offered = methods.filter(({ countries }) => countries.length > 0);
  const refusedByAll = (offered[0]?.refuses ?? []).filter((what) =>
    offered.every(({ refuses }) => refuses.includes(what)),
  );
  return (
    <>
      <OnTimeRate className="mt-6 font-medium" />
      <RulesTable id={DELIVERY_METHODS_ID} title={t("duty.methods")} columns={columns} isCardsOnPhones>
        {offered
          .map((method) => ({ ...method, refuses: method.refuses.filter((what) => !refusedByAll.includes(what)) }))
          .map((method) => (
            <tr key={method.id}>
              <th scope="row">
                {method.name}
                {method.refuses.length > 0 ? (
                  <span className="block text-sm font-normal text-ink-2">
                    {t("duty.methods_refuses", { what: method.refuses.join(", ") })}
                  </span>
                ) : null}
              </th>
              <td data-label={t("duty.methods_to")}>
                <CountryList method={method} />
              </td>
              <td className="num" data-label={t("duty.methods_days")}>
                {t("checkout.days", {
                  from: Math.min(...method.countries.map(({ days_min }) => days_min)),
                  to: Math.max(...method.countries.map(({ days_max }) => days_max)),
                })}
              </td>
              <td className="num" data-label={t("duty.methods_price")}>
                {getPriceRange(method)
                  .map((price) => format.money(price, method))
                  .join("–")}
                <span className="block text-sm text-ink-2">
                  {t("duty.methods_free", { sum: format.threshold(method.free_from, method) })}
                </span>
              </td>
              <td className="num" data-label={t("duty.methods_weight")}>
                {t("checkout.weight", { kg: format.decimal(method.weight_max_g / 1000) })}
                {method.size_limits ? <span className="block text-sm text-ink-2">{method.size_limits}</span> : null}
              </td>
            </tr>
          ))}
      </RulesTable>
      {refusedByAll.length > 0 ? (
        <>
          <h3>{t("duty.methods_refused")}</h3>
          <ul>
            {refusedByAll.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

/** Returns the lowest and the highest price by country, or one price if they are equal. */
function getPriceRange({ countries }: DeliveryMethod): number[] {
  const allPrices = countries.map(({ price }) => price);
  return [...new Set([Math.min(...allPrices), Math.max(...allPrices)])];
}

/** The country names; a long list is collapsed behind its number. */
function CountryList({ method: { countries } }: { method: DeliveryMethod }) {
  const { t } = useAccountI18n();
  const names = countries.map(({ name }) => name).join(", ");
  if (countries.length <= MAX_NAMED_COUNTRIES) return names;
  return (
    <details>
      <summary className="w-fit cursor-pointer py-1">{t("duty.methods_more", { count: countries.length })}</summary>
      {names}
    </details>
  );
}
