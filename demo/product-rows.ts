import { characteristicsOf, monthsOpened } from "./characteristics.ts";
import { compositionOf } from "./compositions.ts";
import { describe } from "./descriptions.ts";
import { sizeEn } from "./names.ts";
import type { Originals } from "./originals.ts";
import { picturesOf } from "./packs.ts";
import { DAY_MS, type Product } from "./product.ts";
import type { Row } from "./rows.ts";
import { lineage } from "./tables.ts";

/** Ids of the tables that products point to. */
export type Shelves = { manufacturers: Map<string, number>; series: Map<string, number> };

export type ProductRows = { product: Row; variants: Row[]; images: Row[]; prices: Row[] };

const A58 = "alcohol up to 24 %, not restricted as per A58";

/** The rows of one product. Its pictures have been kept before. */
export function productRows(
  seed: number,
  product: Product,
  shelves: Shelves,
  originals: Originals,
  now: Date,
): ProductRows {
  const { parts, category, variants } = product;
  const { type, brand, series } = parts;
  const description = describe(seed, product);
  const composition = compositionOf(seed, product);
  return {
    product: {
      id: product.id,
      slug: product.slug,
      reference: product.reference,
      barcode: product.barcode,
      status: "active",
      manufacturer_id: shelves.manufacturers.get(brand.slug),
      series_id: series ? shelves.series.get(`${brand.slug}/${series.name}`) : null,
      category_id: category.id,
      category_path: lineage(category).map((one) => one.id),
      usage_ids: product.usageIds,
      tag_ids: product.tagIds,
      name_ru: product.nameRu,
      name_en: product.nameEn,
      description_ru: description.ru,
      description_en: description.en,
      composition,
      characteristics: characteristicsOf(seed, product, composition),
      customs_name_en: customsName(product),
      hs_code: type.hs,
      hazard: type.hazard,
      weight_g: Math.max(...variants.map((variant) => variant.weightG)),
      size_mm: largestOf(variants.map((variant) => variant.sizeMm)),
      net_amount: product.size,
      net_unit: type.unit,
      months_opened: monthsOpened(seed, product),
      own_qty_limit: product.ownQtyLimit,
      labels: product.labels,
      published_at: product.publishedAt,
      updated_at: now,
      units_sold: product.unitsSold,
    },
    variants: variants.map((variant, position) => ({
      product_id: product.id,
      option_id: variant.optionId,
      name_ru: variant.choice?.ru ?? "",
      name_en: variant.choice?.en ?? "",
      swatch: variant.choice?.swatch ?? null,
      price_minor: variant.priceMinor,
      old_price_minor: variant.oldPriceMinor,
      sale_ends_at: variant.oldPriceMinor === null ? null : product.saleEndsAt,
      sale_since: variant.oldPriceMinor === null ? null : saleBegan(product, now),
      stock: variant.stock,
      weight_g: variant.weightG,
      size_mm: variant.sizeMm,
      net_amount: variant.choice?.size ?? null,
      position,
    })),
    images: picturesOf(product).map((picture, position) => ({
      product_id: product.id,
      position,
      media_id: originals.of(picture).id,
      option_id: picture.optionId || null,
    })),
    prices: [
      ...beforeOptions(product),
      ...variants.flatMap((variant) =>
        priceHistory(product, variant.optionId, variant.priceMinor, variant.oldPriceMinor, now),
      ),
    ],
  };
}

/** As large as any of them on each side. */
function largestOf(sizes: readonly number[][]): number[] {
  return [0, 1, 2].map((at) => Math.max(...sizes.map((size) => size[at] ?? 0)));
}

/** What stood on the shelf before: a sale began within the last weeks. */
function priceHistory(product: Product, optionId: number, price: number, oldPrice: number | null, now: Date): Row[] {
  const row = (minor: number, from: Date) => ({
    product_id: product.id,
    option_id: optionId,
    price_minor: minor,
    valid_from: from,
  });
  const first = firstPriced(product);
  return oldPrice === null ? [row(price, first)] : [row(oldPrice, first), row(price, saleBegan(product, now))];
}

const firstPriced = ({ optionsAddedAt, publishedAt }: Product) => optionsAddedAt ?? publishedAt;

function saleBegan(product: Product, now: Date): Date {
  return new Date(Math.max(firstPriced(product).getTime() + 1000, now.getTime() - ((product.id % 20) + 1) * DAY_MS));
}

/** The price of the one form that there was, where options came later. */
function beforeOptions({ id, optionsAddedAt, publishedAt, variants }: Product): Row[] {
  const first = variants[0];
  if (!optionsAddedAt || !first) return [];
  return [
    { product_id: id, option_id: 0, price_minor: first.oldPriceMinor ?? first.priceMinor, valid_from: publishedAt },
  ];
}

/** What a customs officer reads: “face lotion 170 ml, alcohol free”. */
function customsName({ parts: { type }, size }: Product): string {
  const what = `${type.en} ${sizeEn(size, type.unit).replace("\u00a0", " ")}`;
  if (type.hazard === "alcohol_le24") return `${what}, ${A58}`;
  if (type.hazard === "none" && type.unit === "мл" && type.hs.startsWith("33")) return `${what}, alcohol free`;
  return what;
}
