import type { CustomsRule } from "@furoshiki/api/customs";
import { useShop } from "../lib/shop.tsx";
import { customsRows, type CustomsRow } from "./customs-rows.ts";

/** The rules that the cart counts with: those in force, then those announced (domain: customs). */
export function CustomsTable({ rules }: { rules: readonly CustomsRule[] }) {
  const shop = useShop();
  const { t } = shop;
  const announced = rules.filter((rule) => !rule.in_force);
  return (
    <>
      <Rows
        title={t("duty.table")}
        rows={customsRows(
          rules.filter((rule) => rule.in_force),
          shop,
        )}
      />
      {announced.length > 0 ? <Rows title={t("duty.announced")} rows={customsRows(announced, shop)} /> : null}
    </>
  );
}

function Rows({ title, rows }: { title: string; rows: readonly CustomsRow[] }) {
  const { t } = useShop();
  return (
    <>
      <h2>{title}</h2>
      <div role="region" aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("duty.table_country")}</th>
              <th scope="col">{t("duty.table_limit")}</th>
              <th scope="col">{t("duty.table_above")}</th>
              <th scope="col">{t("duty.table_since")}</th>
              <th scope="col">{t("duty.table_source")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.countries}>
                <th scope="row">{row.countries}</th>
                <td>{row.limit}</td>
                <td>
                  {row.above}
                  {row.note ? <span className="mt-1 block text-sm text-ink-2">{row.note}</span> : null}
                </td>
                <td className="num">{row.since}</td>
                <td className="text-sm text-ink-2">{row.source}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
