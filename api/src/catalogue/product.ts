import { shareAddress } from "../content/share.ts";
import { pictureOf } from "../content/pictures.ts";
import { reachOf } from "../delivery/reach.ts";
import type { Db } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { Locale } from "../platform/locale.ts";
import { cardsInCategory, similarCards } from "./card-sql.ts";
import { headIn } from "./heads.ts";
import { avoidedBy } from "./ingredient-sql.ts";
import { knownIngredient, namesOf } from "./ingredients.ts";
import { looking, type Looking, SIMILAR } from "./looking.ts";
import { named } from "./named.ts";
import { findGone, findProduct, type ProductRow } from "./product-sql.ts";
import { type Product, refusals } from "./schema.ts";
import { priceHolding, qtyLimit, shownCard, shownPrice, type Shown } from "./shown.ts";
import { breadcrumbsOf } from "./tree.ts";
import { unitPriceOf } from "./unit-price.ts";

/**
 * One product by slug or number, with everything its page shows; `customerId` adds
 * what the customer waits for and avoids. Refuses `product_not_found` and, where it is gone for good, `product_gone`
 * with the cards of what is like it.
 */
export async function getProduct(
  db: Db,
  slugOrId: string,
  at: Looking,
  customerId: number | null = null,
): Promise<Product> {
  const [{ shown }, row] = await Promise.all([looking(db, at), findProduct(db, slugOrId, at.locale, customerId)]);
  if (row) return shownProduct(db, row, shown, at.locale, customerId);
  const gone = await findGone(db, slugOrId);
  if (!gone) throw refuse(refusals, "product_not_found");
  const like =
    gone.product_id === null
      ? await cardsInCategory(db, gone.category_id, at.locale, SIMILAR)
      : await similarCards(db, named(String(gone.product_id)), at.locale, SIMILAR);
  throw refuse(refusals, "product_gone", { data: { items: like.map((card) => shownCard(card, shown)) } });
}

async function shownProduct(
  db: Db,
  row: ProductRow,
  shown: Shown,
  locale: Locale,
  customerId: number | null,
): Promise<Product> {
  const [breadcrumbs, delivery, avoided] = await Promise.all([
    breadcrumbsOf(db, row.category_path, locale),
    reachOf(db, { weightG: row.weight_g, hazard: row.hazard, sizeMm: row.size_mm }, shown.currency),
    customerId === null ? [] : avoidedBy(db, customerId),
  ]);
  const leaf = breadcrumbs.at(-1);
  const ru = locale === "ru-RU";
  const unwanted = new Set(avoided.flatMap(namesOf));
  return {
    ...shownCard(row, shown),
    images: row.images.map((image) => pictureOf(image, row.name)),
    options: row.variants.filter((variant) => variant.option_id > 0).map((variant) => shownOption(variant, row, shown)),
    description: row.description,
    composition: row.composition,
    characteristics: row.characteristics.map((one) => ({
      name: ru ? one.name_ru : one.name_en,
      value: ru ? one.value_ru : one.value_en,
    })),
    breadcrumbs,
    category: { id: row.category_path.at(-1) ?? 0, name: leaf?.name ?? "", link_rewrite: leaf?.link_rewrite ?? "" },
    series: row.series_id === null ? null : { id: row.series_id, name: row.series_name ?? "" },
    usages: row.usages,
    tags: row.tags,
    head: headIn(row.head, locale),
    weight_g: row.weight_g,
    delivery,
    share: shareAddress({
      ...({ kind: "product", slug: row.slug, locale } as const),
      ...{ title: row.name, line: row.manufacturer_name, picture: row.media_key, cloth: "shiro" },
    }),
    months_opened: row.months_opened,
    ingredients: row.ingredients.map(({ slug, name }) => {
      const known = knownIngredient(slug, locale);
      return { slug: known?.slug ?? slug, name, purpose: known?.purpose ?? null, group: known?.group ?? null };
    }),
    avoided: row.ingredients.flatMap(({ slug }) =>
      unwanted.has(slug) ? [knownIngredient(slug, locale)?.slug ?? slug] : [],
    ),
    alerts: row.alerts,
  };
}

function shownOption(variant: ProductRow["variants"][number], row: ProductRow, shown: Shown) {
  const content = { net_amount: variant.net_amount ?? row.net_amount, net_unit: row.net_unit };
  return {
    option_id: variant.option_id,
    name: variant.name,
    swatch: variant.swatch,
    price: shownPrice(variant, shown),
    available_for_order: variant.stock > 0,
    qty_limit: qtyLimit(variant.stock, row.own_qty_limit, shown),
    image: row.images.find((image) => image.option_id === variant.option_id)?.key ?? null,
    unit_price: unitPriceOf(content, priceHolding(variant, shown.now).currentMinor, shown.currency),
  };
}
