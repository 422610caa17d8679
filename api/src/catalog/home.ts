import { serializeImage } from "../content/images.ts";
import { listBanners } from "../content/service.ts";
import type { Db } from "../platform/db/database.ts";
import { findCollectionPreviews } from "./products/card-sql.ts";
import { getShopperPricing, type ShopperContext } from "./pricing/shopper-context.ts";
import { collections, type Home } from "./schema.ts";
import { serializeProductCard } from "./pricing/pricing-context.ts";
import { brandCache, getLocalizedName, listTopCategories } from "./categories/category-tree.ts";
import { ROW_SIZE } from "./products/product-cards.ts";

const HOME_BRAND_COUNT = 12;

/** Returns the content of the home page: current banners, product rows, top-level categories and brands. */
export async function getHomePage(db: Db, shopper: ShopperContext): Promise<Home> {
  const { currency, pricing } = await getShopperPricing(db, shopper);
  const [banners, rows, top, brands] = await Promise.all([
    listBanners(db, shopper.locale, currency, shopper.now),
    findCollectionPreviews(db, pricing, shopper.locale, ROW_SIZE),
    listTopCategories(db),
    brandCache.get(db),
  ]);
  return {
    banners,
    rows: collections.map((name) => ({
      name,
      items: rows.filter(({ collection }) => collection === name).map((row) => serializeProductCard(row, pricing)),
    })),
    categories: top.map((category) => ({
      id: category.id,
      name: getLocalizedName(category, shopper.locale),
      link_rewrite: category.slug,
      cloth: category.theme_color,
      count: category.count,
      image: category.image && serializeImage(category.image, ""),
    })),
    manufacturers: brands
      .slice(0, HOME_BRAND_COUNT)
      .map(({ id, name, slug, name_ja }) => ({ id, name, slug, name_ja })),
    manufacturers_total: brands.length,
  };
}
