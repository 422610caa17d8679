import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import { TermFilters } from "../catalog/product-filters.tsx";
import { listKeptParams } from "../http/search-params.ts";
import { type CatalogI18n, useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { type FilterChip, FilterForm } from "../ui/filter-bar.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { createPricesPath, filterNames, productFilterNames } from "./prices-path.ts";

const statuses = ["active", "draft", "hidden", "discontinued"] as const;

const names = {
  ...({ category: "catalog.category", brand: "catalog.brand", status: "catalog.status" } as const),
  ...({ products: "prices.products", view: "prices.view", stock: "catalog.stock" } as const),
  ...({ sale: "prices.sale", ends_at: "prices.ends_at", check: "prices.check" } as const),
};

/** Returns the filters that are set as chips, and the check whose prices are shown. */
export function createFilterChips(
  { t, format }: CatalogI18n,
  params: URLSearchParams,
  terms: CatalogTerms,
): FilterChip[] {
  const find = (list: readonly { id: number; name: string }[], value: string) =>
    list.find(({ id }) => String(id) === value)?.name ?? value;
  const values = {
    category: (value: string) => find(terms.categories, value),
    brand: (value: string) => find(terms.brands, value),
    status: (value: string) => t.find(`catalog.status_${value}`) ?? value,
    products: (value: string) => t("tasks.count_product", { count: value.split(",").length }),
    view: (value: string) => t.find(`catalog.view_${value}`) ?? value,
    stock: (value: string) => t.find(`catalog.stock_${value}`) ?? value,
    sale: (value: string) => t.find(`prices.sale_${value}`) ?? value,
    ends_at: (value: string) => format.dateTime(value),
    check: (value: string) => t.find(`prices.show_${value}`) ?? value,
  };
  return ([...filterNames, ...productFilterNames, "sale", "ends_at", "check"] as const).flatMap((key) => {
    const value = params.get(key);
    if (!value) return [];
    const name = t(names[key]);
    return [{ key, name, value: values[key](value), removePath: createPricesPath(params, { [key]: null }) }];
  });
}

/** The form of the filters. */
export function PriceFilterForm({ params, terms }: { params: URLSearchParams; terms: CatalogTerms }) {
  const { t } = useCatalogI18n();
  const any = <option value="">{t("catalog.any")}</option>;
  return (
    <FilterForm params={listKeptParams(params, [...filterNames, "sale"])}>
      <TermFilters params={params} terms={terms} />
      <SelectField id="status" label={t("catalog.status")} defaultValue={params.get("status") ?? ""}>
        {any}
        {statuses.map((status) => (
          <option key={status} value={status}>
            {t(`catalog.status_${status}`)}
          </option>
        ))}
      </SelectField>
      <SelectField id="sale" label={t("prices.sale")} defaultValue={params.get("sale") ?? ""}>
        {any}
        <option value="running">{t("prices.sale_running")}</option>
        <option value="endless">{t("prices.sale_endless")}</option>
      </SelectField>
    </FilterForm>
  );
}
