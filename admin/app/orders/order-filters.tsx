import type { PaymentState } from "@furoshiki/api/admin/orders";
import type { OrderSource, OrderStatus } from "@furoshiki/api/orders";
import { listKeptParams } from "../http/search-params.ts";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { Field } from "../ui/field.tsx";
import { FilterForm, type FilterChip } from "../ui/filter-bar.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { createListPath, listFilterNames } from "./list-path.ts";

const statuses: readonly OrderStatus[] = [
  ...(["awaiting_payment", "paid", "packing", "shipped"] as const),
  ...(["delivered", "returned", "cancelled", "refunded"] as const),
];
const paymentStates: readonly PaymentState[] = [
  ...(["unpaid", "paid", "refund_pending", "refund_failed", "refunded"] as const),
];
const orderSources: readonly OrderSource[] = ["storefront", "manual", "replacement"];
const formParams = [
  "status",
  "payment",
  "customs",
  "assignee",
  "source",
  "country",
  "placed_from",
  "placed_to",
] as const;

type FilterName = (typeof formParams)[number] | "method";

function isFilterName(name: string): name is FilterName {
  return name === "method" || formParams.some((param) => param === name);
}

/** Returns the filters that are set as chips. */
export function createFilterChips(i18n: I18n, params: URLSearchParams): FilterChip[] {
  return listFilterNames(params)
    .filter(isFilterName)
    .map((key) => ({
      key,
      name: i18n.t(`orders.filter_${key}`),
      value: formatFilterValue(i18n, key, params.get(key) ?? ""),
      removePath: createListPath(params, { [key]: null }),
    }));
}

function formatFilterValue({ t, format }: I18n, name: FilterName, value: string): string {
  if (name === "placed_from" || name === "placed_to") return format.date(value);
  const prefix = name === "status" || name === "method" ? `orders.${name}` : `orders.filter_${name}`;
  return value
    .split(",")
    .map((part) => t.find(`${prefix}_${part}`) ?? part)
    .join(", ");
}

/** The form of the filters. */
export function OrderFilterForm({ params }: { params: URLSearchParams }) {
  const { t } = useI18n();
  const getValue = (name: FilterName) => params.get(name) ?? "";
  return (
    <FilterForm params={listKeptParams(params, formParams)}>
      <SelectField id="status" label={t("orders.status")} defaultValue={getValue("status")}>
        <option value="">{t("orders.any")}</option>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {t(`orders.status_${status}`)}
          </option>
        ))}
      </SelectField>
      <SelectField id="payment" label={t("orders.payment")} defaultValue={getValue("payment")}>
        <option value="">{t("orders.any")}</option>
        {paymentStates.map((state) => (
          <option key={state} value={state}>
            {t(`orders.filter_payment_${state}`)}
          </option>
        ))}
      </SelectField>
      <SelectField id="customs" label={t("orders.customs")} defaultValue={getValue("customs")}>
        <option value="">{t("orders.any")}</option>
        <option value="complete">{t("orders.filter_customs_complete")}</option>
        <option value="missing">{t("orders.filter_customs_missing")}</option>
        <option value="blocked">{t("orders.filter_customs_blocked")}</option>
      </SelectField>
      <SelectField id="assignee" label={t("orders.assignee")} defaultValue={getValue("assignee")}>
        <option value="">{t("orders.any")}</option>
        <option value="me">{t("orders.filter_assignee_me")}</option>
        <option value="none">{t("orders.filter_assignee_none")}</option>
      </SelectField>
      <SelectField id="source" label={t("orders.source")} defaultValue={getValue("source")}>
        <option value="">{t("orders.any")}</option>
        {orderSources.map((source) => (
          <option key={source} value={source}>
            {t(`orders.filter_source_${source}`)}
          </option>
        ))}
      </SelectField>
      <Field
        id="country"
        label={t("orders.country")}
        hint={t("orders.country_hint")}
        defaultValue={getValue("country")}
        pattern="[A-Z]{2}"
        maxLength={2}
        autoComplete="off"
      />
      <div className="grid grid-cols-2 gap-3 *:min-w-0">
        <Field id="placed_from" type="date" label={t("orders.placed_from")} defaultValue={getValue("placed_from")} />
        <Field id="placed_to" type="date" label={t("orders.placed_to")} defaultValue={getValue("placed_to")} />
      </div>
    </FilterForm>
  );
}
