import { z } from "zod";
import { banner, picture, share } from "../content/schema.ts";
import { shippingDestination, shippingQuote } from "../delivery/schema.ts";
import { amount, isoCode } from "../money/schema.ts";

export type CategoryNode = {
  id: number;
  name: string;
  link_rewrite: string;
  position: number;
  cloth: string;
  count: number;
  image: z.infer<typeof picture> | null;
  sub: Record<string, CategoryNode>;
};
export const categoryNode: z.ZodType<CategoryNode> = z
  .object({
    id: z.int(),
    name: z.string(),
    link_rewrite: z.string(),
    position: z.int(),
    cloth: z.string(),
    /** The number of active products in the category and its descendants. */
    count: z.int(),
    /** Only top-level categories have an image. */
    image: picture.nullable(),
    get sub() {
      return z.record(z.string(), categoryNode);
    },
  })
  .meta({ id: "CategoryNode" });
export const categoryMap = z.record(z.string(), categoryNode);
export type CategoryMap = z.infer<typeof categoryMap>;

export const price = z
  .object({ current: amount, old: amount.nullable(), discount_percent: z.int(), iso_code: isoCode, sign: z.string() })
  .meta({ id: "Price" });
export type Price = z.infer<typeof price>;

export const alertKinds = ["back_in_stock", "price_drop"] as const;
export type AlertKind = (typeof alertKinds)[number];
/** What an alert can be about; a reminder to refill is created on the page of an order. */
export const pendingAlertKinds = [...alertKinds, "refill"] as const;
export type PendingAlertKind = (typeof pendingAlertKinds)[number];

/** The price of a standard amount: 100 ml, 100 g, one litre or one piece. */
export const unitPrice = z
  .object({ price: amount, per: z.enum(["100ml", "100g", "l", "piece"]) })
  .meta({ id: "UnitPrice" });
export type UnitPrice = z.infer<typeof unitPrice>;

export const label = z.enum(["hit", "new", "limited"]);

export const productCard = z
  .object({
    id: z.int(),
    link_rewrite: z.string(),
    name: z.string(),
    reference: z.string(),
    /** `name_ja` is the name in Japanese; empty if unknown. */
    manufacturer: z.object({ id: z.int(), name: z.string(), slug: z.string(), name_ja: z.string() }),
    /** The name without brand, series and size, such as «Крем для рук с юдзу». */
    short_name: z.string(),
    /** The content as named in the product name, such as «30 мл»; null if it is not, or depends on the option. */
    size: z.string().nullable(),
    /** The colors of the first options, and how many options have one. */
    swatches: z.object({ colors: z.array(z.string()), total: z.int() }),
    image: picture,
    price,
    rating: z.number(),
    reviews_count: z.int(),
    quantity: z.int(),
    available_for_order: z.boolean(),
    has_options: z.boolean(),
    qty_limit: z.int(),
    labels: z.array(label),
    unit_price: unitPrice.nullable(),
    /** Null without a `delivery-country` header that names a country of the store. */
    shipping: shippingQuote.nullable(),
  })
  .meta({ id: "ProductCard" });
export type ProductCardData = z.infer<typeof productCard>;

export const sorts = ["popular", "new", "price_asc", "price_desc", "rating", "discount"] as const;
export const collections = ["best-sales", "new-products", "prices-drop"] as const;
export const sort = z.enum(sorts);
export type Sort = z.infer<typeof sort>;
export type Collection = (typeof collections)[number];

const id = z.coerce.number().int().positive().max(2_147_483_647);
/** `usage=1&usage=2`, `usage=1,2` or one value. */
const ids = (max: number) =>
  z.preprocess(
    (value) =>
      value === undefined
        ? []
        : [value]
            .flat()
            .flatMap((part: unknown) => (typeof part === "string" ? part.split(",") : [part]))
            .filter((part) => part !== ""),
    z.array(id).max(max),
  );
const page = z.coerce.number().int().min(1).max(100_000).default(1);
const perPage = z.coerce.number().int().min(1).max(96).default(24);

/** An ingredient slug or ingredient group, as used in filters and in customers' lists of excluded ingredients. */
const ingredientName = z.string().regex(/^[a-z0-9а-яё-]{1,100}$/, "invalid");

export const productsQuery = z.object({
  category: z.string().max(100).optional(),
  manufacturer: ids(50),
  usage: ids(50),
  /** Restricts the list to one brand. Unlike `manufacturer` it is not a facet choice and limits all facets. */
  maker: id.optional(),
  series: id.optional(),
  tag: z.string().max(100).optional(),
  collection: z.enum(collections).optional(),
  q: z.string().trim().optional(),
  /** Searches for the words of `q` exactly as written, without corrections. */
  exact: z
    .enum(["0", "1"])
    .default("0")
    .transform((value) => value === "1"),
  ids: ids(100),
  price_min: z.coerce.number().min(0).max(1e9).optional(),
  price_max: z.coerce.number().min(0).max(1e9).optional(),
  in_stock: z
    .enum(["0", "1"])
    .default("0")
    .transform((value) => value === "1"),
  /** Only products that can be sent to the country of the `delivery-country` header. */
  shippable: z
    .enum(["0", "1"])
    .default("0")
    .transform((value) => value === "1"),
  /** Minimum average rating as displayed, in half stars; products without reviews never match. */
  rating_min: z.coerce.number().min(1).max(5).multipleOf(0.5).optional(),
  /** Minimum discount in percent. */
  discount_min: z.coerce.number().int().min(1).max(99).optional(),
  /** Excluded ingredients or ingredient groups: `without=alcohol&without=retinol`. */
  without: z.preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(ingredientName).max(20)),
  /** Only products that contain this ingredient (by any of its names) or an ingredient of this group. */
  ingredient: ingredientName.optional(),
  sort: sort.optional(),
  page,
  per_page: perPage,
});
export type ProductsQuery = z.infer<typeof productsQuery>;

const facetValue = z.object({ id: z.int(), name: z.string(), slug: z.string(), count: z.int() });
export type FacetValue = z.infer<typeof facetValue>;
/** The number of products that reach a threshold (`min`). */
const facetStep = z.object({ min: z.number(), count: z.int() });
export type FacetStep = z.infer<typeof facetStep>;
/** The thresholds of the rating and discount facets, in stars and percent. */
export const ratingSteps = [4, 3] as const;
export const discountSteps = [1, 20, 40] as const;
export const breadcrumb = z.object({ name: z.string(), link_rewrite: z.string() });

/**
 * The custom meta title and description of a page. A field is null if it is generated from a pattern; the object is
 * null if both are.
 */
export const seoTexts = z.object({ title: z.string().nullable(), description: z.string().nullable() }).nullable();

export const categoryHeader = z
  .object({
    id: z.int(),
    name: z.string(),
    link_rewrite: z.string(),
    cloth: z.string(),
    head: seoTexts,
    breadcrumbs: z.array(breadcrumb),
    children: z.array(z.object({ id: z.int(), name: z.string(), link_rewrite: z.string(), count: z.int() })),
    share,
  })
  .meta({ id: "CategoryHead" });

/** A page of products; a search adds how the query was interpreted (`searchResults`). */
export const productList = z.object({
  items: z.array(productCard),
  total: z.int(),
  page: z.int(),
  per_page: z.int(),
  facets: z.object({
    manufacturers: z.array(facetValue),
    usages: z.array(facetValue),
    price: z.object({ min: amount, max: amount }),
    ratings: z.array(facetStep),
    discounts: z.array(facetStep),
    in_stock: z.int(),
    /** How many products `shippable` hides; null without a `delivery-country` header. */
    not_shippable: z.int().nullable(),
  }),
  category: categoryHeader.optional(),
});
export type ProductList = z.infer<typeof productList>;

export const option = z
  .object({
    option_id: z.int(),
    name: z.string(),
    swatch: z.string().nullable(),
    price,
    available_for_order: z.boolean(),
    qty_limit: z.int(),
    /** The key of the image in `images` that shows this option. */
    image: z.string().nullable(),
    unit_price: unitPrice.nullable(),
    shipping: shippingQuote.nullable(),
  })
  .meta({ id: "ProductOption" });
export type Option = z.infer<typeof option>;

export const ingredientGroup = z.enum(["alcohol", "fragrance", "parabens", "sulphates", "mineral-oil"]);
export const ingredient = z
  .object({
    slug: z.string(),
    /** The name as printed on the label. */
    name: z.string(),
    /** What it is for, in plain words; null if unknown. */
    purpose: z.string().nullable(),
    group: ingredientGroup.nullable(),
  })
  .meta({ id: "Ingredient" });
export type Ingredient = z.infer<typeof ingredient>;

/** All ingredients that the shop has descriptions of. */
export const ingredientList = z.object({ items: z.array(ingredient) }).meta({ id: "IngredientList" });
export type IngredientList = z.infer<typeof ingredientList>;

/** The page of an ingredient. `count` is the number of active products that contain it. */
export const ingredientPage = ingredient.extend({ count: z.int() }).meta({ id: "IngredientPage" });
export type IngredientPage = z.infer<typeof ingredientPage>;

export const excludedIngredients = z.object({ items: z.array(ingredientName).max(50) }).meta({ id: "Avoided" });
export type ExcludedIngredients = z.infer<typeof excludedIngredients>;

export const product = productCard
  .extend({
    images: z.array(picture),
    options: z.array(option),
    description: z.string(),
    composition: z.string(),
    characteristics: z.array(z.object({ name: z.string(), value: z.string() })),
    breadcrumbs: z.array(breadcrumb),
    category: z.object({ id: z.int(), name: z.string(), link_rewrite: z.string() }),
    series: z.object({ id: z.int(), name: z.string() }).nullable(),
    usages: z.array(z.object({ id: z.int(), name: z.string() })),
    tags: z.array(z.object({ slug: z.string(), name: z.string() })),
    head: seoTexts,
    weight_g: z.int(),
    /** Shipping destinations with price and delivery time in days. */
    delivery: z.array(shippingDestination),
    share,
    /** Shelf life after opening in months; null if unknown. */
    months_opened: z.int().nullable(),
    /** The ingredients parsed from the composition, in the order of the label; empty if it is not a list. */
    ingredients: z.array(ingredient),
    /** Slugs of its ingredients that the current customer excludes. */
    avoided: z.array(z.string()),
    /** The pending alerts of the current customer. */
    alerts: z.array(z.object({ kind: z.enum(alertKinds), option_id: z.int() })),
  })
  .meta({ id: "Product" });
export type Product = z.infer<typeof product>;

export const homeProductRow = z.object({ name: z.enum(collections), items: z.array(productCard) });
export const recommendationsQuery = z.object({
  /** Ids of viewed products, most recent first. */
  seen: ids(20),
});
export const complementsQuery = z.object({
  /** Ids of the products that the result complements. */
  products: ids(20),
});

export const home = z
  .object({
    banners: z.array(banner),
    rows: z.array(homeProductRow),
    categories: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        link_rewrite: z.string(),
        cloth: z.string(),
        count: z.int(),
        image: picture.nullable(),
      }),
    ),
    manufacturers: z.array(z.object({ id: z.int(), name: z.string(), slug: z.string(), name_ja: z.string() })),
    manufacturers_total: z.int(),
  })
  .meta({ id: "Home" });
export type Home = z.infer<typeof home>;

export const brand = z
  .object({
    id: z.int(),
    name: z.string(),
    name_local: z.string(),
    slug: z.string(),
    line: z.string(),
    cloth: z.string(),
    count: z.int(),
  })
  .meta({ id: "Manufacturer" });
export const brandList = z.object({ items: z.array(brand) });
export type BrandList = z.infer<typeof brandList>;
export const brandPage = brand.extend({
  head: seoTexts,
  /** Average rating over all reviews of its products; 0 if there are none. */
  rating: z.number(),
  /** Images of its best-selling products. */
  images: z.array(picture),
  series: z.array(z.object({ id: z.int(), name: z.string(), count: z.int(), images: z.array(picture) })),
});
export type BrandPage = z.infer<typeof brandPage>;

export const productsPriceRequest = z.object({
  cart_id: z.array(z.string().regex(/^\d{1,10}_\d{1,10}$/, "invalid_cart_id")).max(500),
  currency: z.string().optional(),
});
export const productsPrice = z.record(
  z.string(),
  z.object({
    sign: z.string(),
    iso_code: isoCode,
    price: amount,
    available_for_order: z.boolean(),
    qty_limit: z.int(),
  }),
);
export type ProductsPrice = z.infer<typeof productsPrice>;

/** A product series of a brand. */
export const series = z
  .object({
    id: z.int(),
    name: z.string(),
    manufacturer: z.object({ id: z.int(), name: z.string(), slug: z.string() }),
    count: z.int(),
  })
  .meta({ id: "Series" });
export type Series = z.infer<typeof series>;

export const tag = z.object({ slug: z.string(), name: z.string(), count: z.int() }).meta({ id: "Tag" });
export type Tag = z.infer<typeof tag>;

export const alertRequest = z.object({
  kind: z.enum(alertKinds),
  /** 0 if the product has no options. */
  option_id: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
});
export const alertRemoval = alertRequest.extend({ kind: z.enum(pendingAlertKinds) });
export const alertList = z
  .object({
    items: z.array(
      z.object({
        product: productCard,
        option_id: z.int(),
        option_name: z.string(),
        kind: z.enum(pendingAlertKinds),
        /** The day on which a reminder to refill is sent; null for other alerts. */
        due_on: z.iso.date().nullable(),
        created_at: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: "AlertList" });
export type AlertList = z.infer<typeof alertList>;

export const refusals = {
  product_not_found: 404,
  ingredient_not_found: 404,
  /** The response has `items`: cards of similar products. */
  product_gone: 410,
  alert_in_stock: 409,
  too_many_alerts: 409,
  category_not_found: 404,
  manufacturer_not_found: 404,
  series_not_found: 404,
  tag_not_found: 404,
} as const;
