import { useState } from "react";
import { Link } from "react-router";
import type { ProductDetail, VariantField } from "@furoshiki/api/admin/catalog-admin/editor";
import { formatAmount } from "../i18n/amounts.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { useMe } from "../staff/me.tsx";
import { Card } from "../ui/card.tsx";
import { OptionState } from "./option-state.tsx";
import { AddOption } from "./add-option.tsx";
import { PicturesCard } from "./pictures/pictures-card.tsx";
import { ProductField } from "./product-fields.tsx";
import { getVariantFieldName, listVariantFields } from "./product-form.ts";

type Variant = ProductDetail["variants"][number];

/** The least widths of the columns; a table that needs more than the page has scrolls. */
const widths: Readonly<Record<VariantField, string>> = {
  ...{ name_ru: "min-w-36", name_en: "min-w-36", swatch: "min-w-34", price: "min-w-22", old_price: "min-w-22" },
  ...{ weight_g: "min-w-18", size_mm: "min-w-28", net_amount: "min-w-18" },
};
const numericFields: ReadonlySet<VariantField> = new Set(["price", "old_price", "weight_g", "net_amount"]);

/** The pictures of a product, and its options with their prices and stock. */
export function OptionsTab({ product }: { product: ProductDetail }) {
  const { t } = useCatalogI18n();
  const { permissions } = useMe();
  const mayAdd = permissions.includes("prices:write") && product.variants.every(({ option_id }) => option_id > 0);
  const hasOptions = product.variants.some(({ option_id }) => option_id > 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PicturesCard product={product} />
      <Card
        title={t(hasOptions ? "catalog.options" : "catalog.price_and_stock")}
        note={permissions.includes("prices:write") ? undefined : t("catalog.prices_not_allowed")}
        isFlush
      >
        {product.variants.length === 0 ? (
          <p className="px-4 pb-4 text-ink-2">{t("catalog.no_options")}</p>
        ) : (
          <OptionTable product={product} />
        )}
        {mayAdd ? <AddOption key={product.variants.length} isFirst={product.variants.length === 0} /> : null}
      </Card>
    </div>
  );
}

function OptionTable({ product: { id, variants } }: { product: ProductDetail }) {
  const { t, locale } = useCatalogI18n();
  const getName = ({ fields: own }: Variant, index: number) =>
    own[locale === "ru-RU" ? "name_ru" : "name_en"] || `${index + 1}`;
  const fields = listVariantFields(variants[0]?.option_id ?? 0);
  const head = "h-9 border-b border-edge px-2 text-left text-[12.5px] font-medium whitespace-nowrap text-ink-3";
  const cell = "border-b border-hair px-2 py-2 align-top";
  return (
    <div className="relative overflow-x-auto" role="region" aria-label={t("catalog.options_table")} tabIndex={0}>
      <table className="w-full border-separate border-spacing-0 [&_tr>:first-child]:pl-4 [&_tr>:last-child]:pr-4">
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field} scope="col" className={head}>
                {t(`catalog.option_${field}`)}
              </th>
            ))}
            <th scope="col" className={`${head} text-right`}>
              {t("catalog.stock")}
            </th>
            <th scope="col" className={`${head} min-w-40`}>
              {t("catalog.lowest_price")}
            </th>
          </tr>
        </thead>
        <tbody>
          {variants.map((variant, index) => (
            <tr key={variant.option_id}>
              {fields.map((field) => (
                <td key={field} className={cell}>
                  <div className={widths[field]}>
                    <OptionField variant={variant} field={field} place={index + 1} />
                  </div>
                  {field === "name_ru" ? <OptionState variant={variant} name={getName(variant, index)} /> : null}
                </td>
              ))}
              <td className={`${cell} pt-3.5 text-right tabular-nums`}>
                <Link
                  to={`/inventory/movements?product=${id}&option=${variant.option_id}`}
                  aria-label={t("catalog.stock_of", {
                    count: variant.stock,
                    name: getName(variant, index),
                  })}
                  className={`link ${variant.stock === 0 ? "text-beni-600" : ""}`}
                >
                  {variant.stock}
                </Link>
              </td>
              <td className={`${cell} pt-3.5 text-xs`}>
                <LowestPrice variant={variant} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OptionField({ variant, field, place }: { variant: Variant; field: VariantField; place: number }) {
  const { t } = useCatalogI18n();
  const { permissions } = useMe();
  const isPrice = field === "price" || field === "old_price";
  const [color, setColor] = useState(variant.fields.swatch);
  const name = getVariantFieldName(variant.option_id, field);
  const input = (
    <ProductField
      name={name}
      label={t("catalog.option_field", { field: t(`catalog.option_${field}`), place })}
      isLabelHidden
      isCode={field === "swatch"}
      isLocked={isPrice && !permissions.includes("prices:write")}
      {...(numericFields.has(field) ? { inputMode: "decimal" as const } : {})}
    />
  );
  if (field !== "swatch") return input;
  return (
    <span className="flex items-center gap-2" onInput={({ target }) => setColor((target as HTMLInputElement).value)}>
      <svg aria-hidden viewBox="0 0 1 1" className="size-7 shrink-0 rounded-sm border border-edge">
        {/^#[0-9a-f]{6}$/i.test(color ?? "") ? <rect width={1} height={1} fill={color ?? ""} /> : null}
      </svg>
      {input}
    </span>
  );
}

/** The lowest price of the last 30 days, and whether the earlier price is shown. */
export function LowestPrice({ variant }: { variant: Variant }) {
  const { t, format } = useCatalogI18n();
  const lowest = t("catalog.lowest", { price: formatAmount(format, variant.lowest_price, "RUB") });
  if (variant.fields.old_price === null) return <span className="text-ink-3">{lowest}</span>;
  return (
    <span className={variant.is_old_price_shown ? "text-ink-3" : "text-yamabuki-800"}>
      {lowest} · {t(variant.is_old_price_shown ? "catalog.discount_shown" : "catalog.discount_not_shown")}
    </span>
  );
}
