import { Check, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import type { ProductListQuery, ProductRow } from "@furoshiki/api/admin/catalog-admin";
import type { ListPreference } from "@furoshiki/api/admin/saved-views/preferences";
import { formatAmount } from "../i18n/amounts.ts";
import type { CatalogMessageKey, CatalogI18n } from "../i18n/catalog-i18n.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import { getListLayout, type ListLayout } from "../list-preferences/list-layout.ts";
import type { Column } from "../ui/data-table.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { createListPath } from "./list-path.ts";
import { ProductStatusBadge } from "./product-status.tsx";

/** The columns that can be hidden, with their names. */
export const columnLabels = {
  status: "catalog.status",
  stock: "catalog.stock",
  price: "catalog.price",
  translation: "catalog.translation",
  brand: "catalog.brand",
  category: "catalog.category",
  updated: "catalog.updated",
} as const satisfies Record<string, CatalogMessageKey>;
type OptionalColumn = keyof typeof columnLabels;
const optionalColumns = Object.keys(columnLabels) as OptionalColumn[];
/** The columns of those who have chosen none: the brand is below the name too. */
const defaultColumns = optionalColumns.filter((key) => key !== "brand" && key !== "category");

/** Returns the columns and the row height of the list: those of its URL, or else what the person has chosen. */
export function getProductListLayout(params: URLSearchParams, preference: ListPreference): ListLayout<OptionalColumn> {
  return getListLayout(params, preference, { all: optionalColumns, defaults: defaultColumns });
}

type ListOptions = {
  visible: readonly OptionalColumn[];
  sort: ProductListQuery["sort"];
  /** The day in the time zone of the store. */
  today: string;
};

/** Returns the column of the product and the visible ones. */
export function createColumns(
  i18n: CatalogI18n,
  params: URLSearchParams,
  { visible, sort, today }: ListOptions,
): Column<ProductRow>[] {
  const { t, locale, format } = i18n;
  const getSort = (column: "updated" | "stock"): NonNullable<Column<ProductRow>["sort"]> => {
    const direction = sort === `${column}_asc` ? "ascending" : sort === `${column}_desc` ? "descending" : null;
    const next =
      direction === "descending" ? "asc" : direction === "ascending" || column === "updated" ? "desc" : "asc";
    return { direction, path: createListPath(params, { sort: `${column}_${next}` }) };
  };
  const columns: Record<OptionalColumn, Omit<Column<ProductRow>, "key" | "label">> = {
    status: { width: "w-36", phone: "line", render: ({ status }) => <ProductStatusBadge status={status} isPlain /> },
    stock: {
      width: "w-28",
      align: "end",
      phone: "line-end",
      sort: getSort("stock"),
      render: (row) => <Stock row={row} i18n={i18n} />,
    },
    price: {
      width: "w-28",
      align: "end",
      phone: "end",
      render: ({ price, old_price: oldPrice }) => (
        <>
          <span className="font-medium">{formatAmount(format, price, "RUB")}</span>
          {oldPrice === null ? null : (
            <s className="block text-xs text-ink-3">
              <span className="sr-only">{t("catalog.old_price")} </span>
              {formatAmount(format, oldPrice, "RUB")}
            </s>
          )}
        </>
      ),
    },
    translation: { width: "w-36", phone: "full", render: (row) => <Translation row={row} t={t} /> },
    brand: { width: "w-36", render: ({ brand }) => <span title={brand}>{brand}</span> },
    category: { width: "w-36", render: ({ category }) => <span title={category}>{category}</span> },
    updated: {
      width: "w-32",
      sort: getSort("updated"),
      render: ({ updated_at }) => <span className="text-ink-2">{formatShortTime(updated_at, locale, today)}</span>,
    },
  };
  const product: Column<ProductRow> = {
    key: "product",
    label: t("catalog.product"),
    phone: "start",
    render: (row) => <Product row={row} t={t} />,
  };
  return [product, ...visible.map((key) => ({ ...columns[key], key, label: t(columnLabels[key]) }))];
}

function Product({ row, t }: { row: ProductRow; t: CatalogI18n["t"] }) {
  const { id, name, brand, reference, options, image, problems } = row;
  return (
    <span className="flex items-center gap-3 py-1.5 max-desk:items-start max-desk:py-0">
      <Thumbnail image={image} size={44} />
      <span className="min-w-0">
        <Link
          to={`/products/${id}`}
          data-row-link={id}
          title={name}
          className="block truncate font-medium hover:underline max-desk:whitespace-normal"
        >
          {name}
        </Link>
        <span className="block truncate text-xs text-ink-3">
          {brand} · <span className="code">{reference}</span>
          {options > 0 ? ` · ${t("catalog.options_count", { count: options })}` : ""}
        </span>
        {problems.length > 0 ? (
          <span className="flex items-center gap-1 text-xs text-yamabuki-800 max-desk:whitespace-normal">
            <TriangleAlert size={13} aria-hidden className="shrink-0" />
            <span className="truncate max-desk:whitespace-normal">
              {t("catalog.missing", { fields: problems.map((one) => t(`catalog.problem_${one}`)).join(", ") })}
            </span>
          </span>
        ) : null}
      </span>
    </span>
  );
}

function Stock({
  row: { id, stock, is_low_stock: isLow, waiting },
  i18n: { t, format },
}: {
  row: ProductRow;
  i18n: CatalogI18n;
}) {
  const tone = stock === 0 ? "text-beni-600" : isLow ? "text-yamabuki-800" : "";
  return (
    <>
      <Link to={`/inventory/movements?product=${id}`} className={`hover:underline ${tone}`}>
        {format.number(stock)}
        <span className="desk:sr-only"> {t("catalog.pieces")}</span>
      </Link>
      {waiting > 0 ? (
        <span className="block text-xs text-ink-3">{t("catalog.waiting", { count: waiting })}</span>
      ) : null}
    </>
  );
}

/** Both languages, and what is wrong with one of them; on a phone only what is wrong. */
function Translation({ row, t }: { row: ProductRow; t: CatalogI18n["t"] }) {
  const missing = row.problems.find((problem) => problem.startsWith("description_"));
  const isOutdated = row.outdated_translations.length > 0;
  if (!missing && !isOutdated)
    return (
      <span className="flex items-center gap-1.5 text-ink-2 max-desk:hidden">
        <Check size={14} aria-hidden className="text-tokiwa-500" />
        {t("catalog.translation_current")}
      </span>
    );
  return (
    <span className="text-yamabuki-800">
      {[
        isOutdated ? t("catalog.translation_outdated") : [],
        missing ? t(missing === "description_en" ? "catalog.no_english" : "catalog.no_russian") : [],
      ]
        .flat()
        .join(", ")}
    </span>
  );
}
