import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import { listKeptParams } from "../http/search-params.ts";
import { useCatalogI18n, type CatalogI18n } from "../i18n/catalog-i18n.ts";
import { FilterForm, type FilterChip } from "../ui/filter-bar.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { createListPath, filterNames } from "./list-path.ts";

/** The name of a category with those above it. */
export function getCategoryName({ name, path }: CatalogTerms["categories"][number]): string {
  return [...path, name].join(" › ");
}

/** Returns the filters that are set as chips. */
export function createFilterChips({ t }: CatalogI18n, params: URLSearchParams, terms: CatalogTerms): FilterChip[] {
  const find = (list: readonly { id: number; name: string }[], value: string) =>
    list.find(({ id }) => String(id) === value)?.name ?? value;
  const getValue = (name: (typeof filterNames)[number], value: string) => {
    if (name === "stock") return t.find(`catalog.stock_${value}`) ?? value;
    return find(name === "brand" ? terms.brands : terms.categories, value);
  };
  return filterNames
    .filter((name) => params.get(name))
    .map((name) => ({
      key: name,
      name: t(`catalog.${name}`),
      value: getValue(name, params.get(name) ?? ""),
      removePath: createListPath(params, { [name]: null }),
    }));
}

/** The filters by category and brand, which the lists of products and prices have. */
export function TermFilters({ params, terms }: { params: URLSearchParams; terms: CatalogTerms }) {
  const { t } = useCatalogI18n();
  const any = <option value="">{t("catalog.any")}</option>;
  return (
    <>
      <SelectField id="category" label={t("catalog.category")} defaultValue={params.get("category") ?? ""}>
        {any}
        {terms.categories.map((category) => (
          <option key={category.id} value={category.id}>
            {getCategoryName(category)}
          </option>
        ))}
      </SelectField>
      <SelectField id="brand" label={t("catalog.brand")} defaultValue={params.get("brand") ?? ""}>
        {any}
        {terms.brands.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  );
}

/** The form of the filters. */
export function ProductFilterForm({ params, terms }: { params: URLSearchParams; terms: CatalogTerms }) {
  const { t } = useCatalogI18n();
  const any = <option value="">{t("catalog.any")}</option>;
  return (
    <FilterForm params={listKeptParams(params, filterNames)}>
      <TermFilters params={params} terms={terms} />
      <SelectField id="stock" label={t("catalog.stock")} defaultValue={params.get("stock") ?? ""}>
        {any}
        <option value="in">{t("catalog.stock_in")}</option>
        <option value="out">{t("catalog.stock_out")}</option>
      </SelectField>
    </FilterForm>
  );
}
