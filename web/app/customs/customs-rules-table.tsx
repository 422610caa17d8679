import type { CustomsRule } from "@furoshiki/api/customs";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { formatCustomsRules, type CustomsRow } from "./customs-rule-rows.ts";
import { RulesTable } from "@furoshiki/design-system/ui/rules-table.tsx";

/** The customs rules that the cart uses: first those in force, then the announced ones (docs/domain/customs.md). */
export function CustomsRulesTable({ rules }: { rules: readonly CustomsRule[] }) {
  const i18n = useAccountI18n();
  const { t } = i18n;
  const announcedRules = rules.filter((rule) => !rule.in_force);
  return (
    <>
      <CustomsRuleTable
        title={t("duty.table")}
        rows={formatCustomsRules(
          rules.filter((rule) => rule.in_force),
          i18n,
        )}
      />
      {announcedRules.length > 0 ? (
        <CustomsRuleTable title={t("duty.announced")} rows={formatCustomsRules(announcedRules, i18n)} />
      ) : null}
    </>
  );
}

function CustomsRuleTable({ title, rows }: { title: string; rows: readonly CustomsRow[] }) {
  const { t } = useAccountI18n();
  const columns = [
    t("duty.table_country"),
    t("duty.table_limit"),
    t("duty.table_above"),
    t("duty.table_since"),
    t("duty.table_source"),
  ];
  return (
    <RulesTable title={title} columns={columns}>
      {rows.map((row) => (
        <tr key={row.countries}>
          <th scope="row">{row.countries}</th>
          <td>{row.limit}</td>
          <td>
            {row.charges}
            {row.note ? <span className="mt-1 block text-sm text-ink-2">{row.note}</span> : null}
          </td>
          <td className="num">{row.since}</td>
          <td className="text-sm text-ink-2">{row.source}</td>
        </tr>
      ))}
    </RulesTable>
  );
}
