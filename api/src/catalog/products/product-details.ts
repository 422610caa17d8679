import { getCurrentPrice } from "../pricing/current-price.ts";
import { getShareImageUrl } from "../../content/share-images.ts";
import { serializeImage } from "../../content/images.ts";
import { listShippingDestinations } from "../../delivery/shipping-destinations.ts";
import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { isInStock } from "./stock.ts";
import { findPopularCardsInCategory, findSimilarCards } from "./card-sql.ts";
import { getSeoTexts } from "../seo/seo.ts";
import { listExcludedIngredients } from "../ingredients/ingredient-sql.ts";
import { getIngredientDictionary } from "../ingredients/ingredients.ts";
import { getShopperPricing, type ShopperContext, MAX_SIMILAR_PRODUCTS } from "../pricing/shopper-context.ts";
import { whereSlugOrId } from "./slug-or-id.ts";
import { findDiscontinuedProduct, findProduct, type ProductRow } from "./product-sql.ts";
import { type Product, refusals } from "../schema.ts";
import {
  calculateQtyLimit,
  serializeProductCard,
  serializePrice,
  type PricingContext,
} from "../pricing/pricing-context.ts";
import { getBreadcrumbs } from "../categories/category-tree.ts";
import { calculateUnitPrice } from "../pricing/unit-price.ts";

/**
 * Returns a product by slug or id with everything that its page shows. With `customerId` it includes the customer's
 * pending alerts and excluded ingredients.
 * Refuses `product_not_found`, or `product_gone` with the cards of similar products if the product is discontinued.
 */
export async function getProduct(
  db: Db,
  slugOrId: string,
  shopper: ShopperContext,
  customerId: number | null = null,
): Promise<Product> {
  const [{ pricing }, row] = await Promise.all([
    getShopperPricing(db, shopper),
    findProduct(db, slugOrId, shopper.locale, customerId),
  ]);
  if (row) return serializeProduct(db, row, pricing, shopper.locale, customerId);
  const discontinued = await findDiscontinuedProduct(db, slugOrId);
  if (!discontinued) throw refuse(refusals, "product_not_found");
  const similarProducts =
    discontinued.product_id === null
      ? await findPopularCardsInCategory(db, discontinued.category_id, shopper.locale, MAX_SIMILAR_PRODUCTS)
      : await findSimilarCards(
          db,
          whereSlugOrId(String(discontinued.product_id)),
          shopper.locale,
          MAX_SIMILAR_PRODUCTS,
        );
  throw refuse(refusals, "product_gone", {
    data: { items: similarProducts.map((card) => serializeProductCard(card, pricing)) },
  });
}

async function serializeProduct(
  db: Db,
  row: ProductRow,
  pricing: PricingContext,
  locale: Locale,
  customerId: number | null,
): Promise<Product> {
  const [breadcrumbs, delivery, dictionary, excludedIngredients] = await Promise.all([
    getBreadcrumbs(db, row.category_path, locale),
    listShippingDestinations(db, row, { ...pricing, priceRubMinor: getCurrentPrice(row, pricing.now).currentMinor }),
    getIngredientDictionary(db),
    customerId === null ? [] : listExcludedIngredients(db, customerId),
  ]);
  const category = breadcrumbs.at(-1);
  const isRussian = locale === "ru-RU";
  const excludedSlugs = new Set(excludedIngredients.flatMap((name) => dictionary.listSlugs(name)));
  return {
    ...serializeProductCard(row, pricing),
    images: row.images.map((image) => serializeImage(image, row.name)),
    options: row.variants
      .filter((variant) => variant.option_id > 0)
      .map((variant) => serializeOption(variant, row, pricing)),
    description: row.description,
    composition: row.composition,
    characteristics: row.characteristics.map(({ name_ru, name_en, value_ru, value_en }) => ({
      name: isRussian ? name_ru : name_en,
      value: isRussian ? value_ru : value_en,
    })),
    breadcrumbs,
    category: {
      id: row.category_path.at(-1) ?? 0,
      name: category?.name ?? "",
      link_rewrite: category?.link_rewrite ?? "",
    },
    series: row.series_id === null ? null : { id: row.series_id, name: row.series_name ?? "" },
    usages: row.usages,
    tags: row.tags,
    head: getSeoTexts(row.seo, locale),
    weight_g: row.weight_g,
    delivery,
    share: getShareImageUrl({
      kind: "product",
      slug: row.slug,
      locale,
      title: row.name,
      line: row.brand_name,
      picture: row.media_key,
      themeColor: "shiro",
    }),
    months_opened: row.months_opened,
    ingredients: row.ingredients.map(({ slug, name }) => {
      const details = dictionary.find(slug, locale);
      return { slug: details?.slug ?? slug, name, purpose: details?.purpose ?? null, group: details?.group ?? null };
    }),
    avoided: row.ingredients.flatMap(({ slug }) =>
      excludedSlugs.has(slug) ? [dictionary.find(slug, locale)?.slug ?? slug] : [],
    ),
    alerts: row.alerts,
  };
}

function serializeOption(variant: ProductRow["variants"][number], row: ProductRow, pricing: PricingContext) {
  const { currentMinor } = getCurrentPrice(variant, pricing.now);
  const content = { net_amount: variant.net_amount ?? row.net_amount, net_unit: row.net_unit };
  return {
    option_id: variant.option_id,
    name: variant.name,
    swatch: variant.swatch,
    price: serializePrice(variant, pricing),
    available_for_order: isInStock(variant),
    qty_limit: calculateQtyLimit(variant.stock, row.own_qty_limit, pricing),
    image: row.images.find((image) => image.option_id === variant.option_id)?.key ?? null,
    unit_price: calculateUnitPrice(content, currentMinor, pricing.currency),
    shipping: pricing.shipping?.quote(row, currentMinor) ?? null,
  };
}
