import type { ReturnKind, ReturnReason } from "@furoshiki/api/admin/returns";
import { listKeptParams } from "../http/search-params.ts";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { FilterForm, type FilterChip } from "../ui/filter-bar.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { createListPath, listFilterNames } from "./list-path.ts";

export const returnKinds: readonly ReturnKind[] = ["return", "exchange", "claim"];

/** The reasons of a return, by its kind. */
export const reasonsByKind: Readonly<Record<ReturnKind, readonly ReturnReason[]>> = {
  return: ["changed_mind", "not_suitable", "damaged", "wrong_item", "not_delivered"],
  exchange: ["changed_mind", "not_suitable", "damaged", "wrong_item", "not_delivered"],
  claim: ["damaged", "wrong_item", "missing_item", "lost"],
};
const reasons = [...new Set(Object.values(reasonsByKind).flat())];
const formParams = ["kind", "reason"] as const;

/** Returns the filters that are set as chips. */
export function createFilterChips({ t }: I18n, params: URLSearchParams): FilterChip[] {
  return formParams
    .filter((name) => listFilterNames(params).includes(name))
    .map((name) => {
      const value = params.get(name) ?? "";
      return {
        key: name,
        name: t(`returns.${name}`),
        value: t.find(`returns.${name}_${value}`) ?? value,
        removePath: createListPath(params, { [name]: null }),
      };
    });
}

/** The form of the filters. */
export function ReturnFilterForm({ params }: { params: URLSearchParams }) {
  const { t } = useI18n();
  return (
    <FilterForm params={listKeptParams(params, formParams)}>
      <SelectField id="kind" label={t("returns.kind")} defaultValue={params.get("kind") ?? ""}>
        <option value="">{t("returns.any")}</option>
        {returnKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`returns.kind_${kind}`)}
          </option>
        ))}
      </SelectField>
      <SelectField id="reason" label={t("returns.reason")} defaultValue={params.get("reason") ?? ""}>
        <option value="">{t("returns.any")}</option>
        {reasons.map((reason) => (
          <option key={reason} value={reason}>
            {t(`returns.reason_${reason}`)}
          </option>
        ))}
      </SelectField>
    </FilterForm>
  );
}
