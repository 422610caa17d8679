import { buildCharacteristics, drawMonthsOpened } from "./characteristics.ts";
import { buildComposition } from "./compositions.ts";
import { buildDescription } from "./descriptions.ts";
import { formatSizeEn } from "./names.ts";
import type { Originals } from "../originals.ts";
import { planPictures } from "./pictures.ts";
import { DAY_MS, type Product, type Variant } from "./product.ts";
import type { ProductChange } from "../../api/src/catalog/products/product-changes.ts";
import type { Row } from "../insert-rows.ts";
import { getCategoryPath } from "./source-tables.ts";

/** Ids of brands by slug and of series by `brand slug/series name`. */
export type ReferenceIds = { brandIds: Map<string, number>; seriesIds: Map<string, number> };

/** The rows of a product in all tables. */
export type ProductRows = {
  product: Row & Pick<ProductChange, "id" | "slug" | "composition">;
  variants: Row[];
  images: Row[];
  prices: Row[];
};

const ALCOHOL_NOTE = "alcohol up to 24 %, not restricted as per A58";

/** Builds the rows of one product. Its pictures must have been stored. */
export function buildProductRows(
  seed: number,
  product: Product,
  referenceIds: ReferenceIds,
  originals: Originals,
  now: Date,
): ProductRows {
  const { variants } = product;
  return {
    product: buildProductRow(seed, product, referenceIds, now),
    variants: variants.map((variant, position) => buildVariantRow(product, variant, position, now)),
    images: planPictures(product).map((picture, position) => ({
      product_id: product.id,
      position,
      media_id: originals.get(picture).id,
      option_id: picture.optionId || null,
    })),
    prices: [
      ...buildPricesBeforeOptions(product),
      ...variants.flatMap((variant) => buildPriceHistory(product, variant, now)),
    ],
  };
}

function buildProductRow(
  seed: number,
  product: Product,
  { brandIds, seriesIds }: ReferenceIds,
  now: Date,
): ProductRows["product"] {
  const { parts, category, variants } = product;
  const { type, brand, series } = parts;
  const description = buildDescription(seed, product);
  const composition = buildComposition(seed, product);
  return {
    id: product.id,
    slug: product.slug,
    reference: product.reference,
    barcode: product.barcode,
    status: "active",
    brand_id: brandIds.get(brand.slug),
    series_id: series ? seriesIds.get(`${brand.slug}/${series.name}`) : null,
    category_id: category.id,
    category_path: getCategoryPath(category).map((one) => one.id),
    concern_ids: product.concernIds,
    tag_ids: product.tagIds,
    name_ru: product.nameRu,
    name_en: product.nameEn,
    description_ru: description.ru,
    description_en: description.en,
    composition,
    characteristics: buildCharacteristics(seed, product, composition),
    customs_name_en: buildCustomsName(product),
    hs_code: type.hs,
    hazard: type.hazard,
    weight_g: Math.max(...variants.map((variant) => variant.weightG)),
    size_mm: getLargestSize(variants.map((variant) => variant.sizeMm)),
    net_amount: product.size,
    net_unit: type.unit,
    months_opened: drawMonthsOpened(seed, product),
    own_qty_limit: product.ownQtyLimit,
    labels: product.labels,
    published_at: product.publishedAt,
    updated_at: now,
    units_sold: product.unitsSold,
  };
}

function buildVariantRow(product: Product, variant: Variant, position: number, now: Date): Row {
  const isOnSale = variant.oldPriceMinor !== null;
  return {
    product_id: product.id,
    option_id: variant.optionId,
    name_ru: variant.choice?.ru ?? "",
    name_en: variant.choice?.en ?? "",
    swatch: variant.choice?.swatch ?? null,
    price_minor: variant.priceMinor,
    old_price_minor: variant.oldPriceMinor,
    sale_ends_at: isOnSale ? product.saleEndsAt : null,
    sale_started_at: isOnSale ? getSaleStart(product, now) : null,
    stock: variant.stock,
    weight_g: variant.weightG,
    size_mm: variant.sizeMm,
    net_amount: variant.choice?.size ?? null,
    position,
  };
}

/** Returns the largest value of each side, in millimeters. */
function getLargestSize(sizes: readonly number[][]): number[] {
  return [0, 1, 2].map((index) => Math.max(...sizes.map((size) => size[index] ?? 0)));
}

/** Builds the price history of a variant. A sale began within the last 20 days. */
function buildPriceHistory(product: Product, { optionId, priceMinor, oldPriceMinor }: Variant, now: Date): Row[] {
  const buildRow = (price: number, from: Date) => ({
    product_id: product.id,
    option_id: optionId,
    price_minor: price,
    valid_from: from,
  });
  const firstPriceDate = getFirstPriceDate(product);
  return oldPriceMinor === null
    ? [buildRow(priceMinor, firstPriceDate)]
    : [buildRow(oldPriceMinor, firstPriceDate), buildRow(priceMinor, getSaleStart(product, now))];
}

const getFirstPriceDate = ({ optionsAddedAt, publishedAt }: Product) => optionsAddedAt ?? publishedAt;

/** Returns when the sale of a product began: 1 to 20 days ago, but after its first price. */
function getSaleStart(product: Product, now: Date): Date {
  return new Date(
    Math.max(getFirstPriceDate(product).getTime() + 1000, now.getTime() - ((product.id % 20) + 1) * DAY_MS),
  );
}

/** Builds the price history of a product from before its options were added. */
function buildPricesBeforeOptions({ id, optionsAddedAt, publishedAt, variants }: Product): Row[] {
  const firstVariant = variants[0];
  if (!optionsAddedAt || !firstVariant) return [];
  return [
    {
      product_id: id,
      option_id: 0,
      price_minor: firstVariant.oldPriceMinor ?? firstVariant.priceMinor,
      valid_from: publishedAt,
    },
  ];
}

/** Builds the name for the customs declaration: “face lotion 170 ml, alcohol free”. */
function buildCustomsName({ parts: { type }, size }: Product): string {
  const goodsName = `${type.en} ${formatSizeEn(size, type.unit).replace("\u00a0", " ")}`;
  if (type.hazard === "alcohol_le24") return `${goodsName}, ${ALCOHOL_NOTE}`;
  if (type.hazard === "none" && type.unit === "мл" && type.hs.startsWith("33")) return `${goodsName}, alcohol free`;
  return goodsName;
}
