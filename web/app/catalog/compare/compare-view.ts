import type { Product } from "@furoshiki/api/catalog";
import type { AccountI18n } from "../../i18n/account-i18n.ts";
import { excludableGroups } from "../ingredients/ingredient-groups.ts";
import { createProductCardView, type ProductCardView } from "../product-cards/product-card-view.ts";

/** Number of ingredients that a column names, in the order of the label. */
const MAX_INGREDIENTS = 5;

/** What the table needs of a product. */
export type ComparedProduct = {
  card: ProductCardView;
  concerns: string[];
  characteristics: Product["characteristics"];
  ingredients: { name: string; group: string | null }[];
  monthsAfterOpening: number | null;
};

/** Reduces a product of the API to what the table shows. */
export function createComparedProduct(product: Product): ComparedProduct {
  return {
    card: createProductCardView(product),
    concerns: product.usages.map(({ name }) => name),
    characteristics: product.characteristics,
    ingredients: product.ingredients.map(({ name, group }) => ({ name, group })),
    monthsAfterOpening: product.months_opened,
  };
}

/** A cell: its text, and a second line. Both are empty if nothing is known. */
export type CompareCell = { text: string; note?: string };
export type CompareRow = { key: string; label: string; cells: CompareCell[] };

/**
 * Builds the rows of the table; a row in which no product has a value is left out.
 * @param direction where to the store sends, such as «в Россию»
 */
export function buildCompareRows(
  products: readonly ComparedProduct[],
  i18n: AccountI18n,
  direction: string,
): CompareRow[] {
  const { t } = i18n;
  const row = (
    key: string,
    label: string,
    getCell: (product: ComparedProduct) => CompareCell | string,
  ): CompareRow => ({
    ...{ key, label },
    cells: products.map((product) => {
      const cell = getCell(product);
      return typeof cell === "string" ? { text: cell } : cell;
    }),
  });
  const names = new Set(products.flatMap(({ characteristics }) => characteristics.map(({ name }) => name)));
  return [
    row("unit_price", t("compare.unit_price"), ({ card }) => formatUnitPrice(card, i18n)),
    row("rating", t("card.rating"), ({ card }) => formatRating(card, i18n)),
    row("shipping", t("shipping.title", { direction }), ({ card }) => formatShipping(card, i18n)),
    row("duty", t("compare.duty"), ({ card }) => formatDuty(card, i18n)),
    row("size", t("compare.size"), ({ card }) => card.size ?? ""),
    row("use", t("product.use"), ({ concerns }) => concerns.join(", ")),
    ...[...names].map((name) =>
      row(
        `characteristic ${name}`,
        name,
        ({ characteristics }) => characteristics.find((one) => one.name === name)?.value ?? "",
      ),
    ),
    row("ingredients", t("compare.ingredients"), ({ ingredients }) =>
      ingredients
        .slice(0, MAX_INGREDIENTS)
        .map(({ name }) => name)
        .join(", "),
    ),
    row("without", t("compare.without"), ({ ingredients }) => formatAbsentGroups(ingredients, i18n)),
    row("opened", t("product.opened"), ({ monthsAfterOpening: months }) =>
      months === null ? "" : t("product.months", { count: months }),
    ),
  ].filter(({ cells }) => cells.some(({ text }) => text !== ""));
}

/** Whether the products differ in a row. */
export function isDifferent({ cells }: CompareRow): boolean {
  return new Set(cells.map(({ text, note = "" }) => `${text}\n${note}`)).size > 1;
}

function formatUnitPrice({ unit_price: unitPrice, price }: ProductCardView, { t, format }: AccountI18n): string {
  return unitPrice ? t(`unit.${unitPrice.per}`, { price: format.money(unitPrice.price, price) }) : "";
}

function formatRating({ rating, reviews_count: count }: ProductCardView, { t, format }: AccountI18n): CompareCell {
  return count === 0
    ? { text: t("reviews.count", { count }) }
    : { text: format.rating(rating), note: t("reviews.count", { count }) };
}

function formatShipping({ shipping, price }: ProductCardView, { t, format }: AccountI18n): CompareCell {
  if (!shipping) return { text: "" };
  if (shipping.refusal) return { text: shipping.refusal.text };
  const { arrives, price: shippingPrice } = shipping;
  const cost =
    shippingPrice === 0 ? t("shipping.free") : shippingPrice === null ? "" : format.money(shippingPrice, price);
  return arrives ? { text: format.days(arrives.from, arrives.to), note: cost } : { text: cost };
}

function formatDuty({ shipping, price }: ProductCardView, { t, format }: AccountI18n): string {
  if (!shipping || shipping.refusal) return "";
  if (shipping.duty === null) return t("shipping.duty_unknown");
  return shipping.duty === 0 ? t("shipping.duty_none") : format.money(shipping.duty, price);
}

/** Names the groups of ingredients that a known composition does not contain. */
function formatAbsentGroups(ingredients: ComparedProduct["ingredients"], { t }: AccountI18n): string {
  if (ingredients.length === 0) return "";
  const absent = excludableGroups.filter((group) => !ingredients.some((ingredient) => ingredient.group === group));
  return absent.map((group) => t(`compare.without_${group}`)).join(", ");
}
