import type { CustomsRule } from "@furoshiki/api/customs";
import { useShop } from "../lib/shop.tsx";
import { customsRows, type CustomsRow } from "./customs-rows.ts";
import { RuleTable } from "./rule-table.tsx";

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
  const columns = [
    t("duty.table_country"),
    t("duty.table_limit"),
    t("duty.table_above"),
    t("duty.table_since"),
    t("duty.table_source"),
  ];
  return (
    <RuleTable title={title} columns={columns}>
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
    </RuleTable>
  );
}
