import { z } from "zod";
import { banner, picture, share } from "../content/schema.ts";
import { reach } from "../delivery/schema.ts";
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
    /** Products on sale in it and below it. */
    count: z.int(),
    /** Departments have one. */
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

/** What a usual amount of it costs: 100 ml, 100 g, a litre of what is sold by litres, a piece of several. */
export const unitPrice = z
  .object({ price: amount, per: z.enum(["100ml", "100g", "l", "piece"]) })
  .meta({ id: "UnitPrice" });
export type UnitPrice = z.infer<typeof unitPrice>;

export const label = z.enum(["hit", "new", "limited"]);

export const card = z
  .object({
    id: z.int(),
    link_rewrite: z.string(),
    name: z.string(),
    reference: z.string(),
    manufacturer: z.object({ id: z.int(), name: z.string(), slug: z.string() }),
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
  })
  .meta({ id: "ProductCard" });
export type Card = z.infer<typeof card>;

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

/** An ingredient or a group of them, as filters and the list of what one avoids name it. */
const ingredientName = z.string().regex(/^[a-z0-9а-яё-]{1,100}$/, "invalid");

export const productsQuery = z.object({
  category: z.string().max(100).optional(),
  manufacturer: ids(50),
  usage: ids(50),
  /** The list is this manufacturer's own: nothing else of it is counted. */
  maker: id.optional(),
  series: id.optional(),
  tag: z.string().max(100).optional(),
  collection: z.enum(collections).optional(),
  q: z.string().trim().optional(),
  /** The words of `q` as they are written: nothing is mended. */
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
  /** Stars as they are shown, by halves; products without reviews have none. */
  rating_min: z.coerce.number().min(1).max(5).multipleOf(0.5).optional(),
  /** Percent. */
  discount_min: z.coerce.number().int().min(1).max(99).optional(),
  /** Ingredients, or groups of them, that are not in it: `without=alcohol&without=retinol`. */
  without: z.preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(ingredientName).max(20)),
  /** An ingredient, by any of its names, or a group of them: only what has it. */
  ingredient: ingredientName.optional(),
  sort: sort.optional(),
  page,
  per_page: perPage,
});
export type ProductsQuery = z.infer<typeof productsQuery>;

const facetValue = z.object({ id: z.int(), name: z.string(), slug: z.string(), count: z.int() });
export type FacetValue = z.infer<typeof facetValue>;
/** So many products reach this bound; the name of the bound is the filter's. */
const facetStep = z.object({ min: z.number(), count: z.int() });
export type FacetStep = z.infer<typeof facetStep>;
/** The bounds of stars and of percent that are counted. */
export const ratingSteps = [4, 3] as const;
export const discountSteps = [1, 20, 40] as const;
export const breadcrumb = z.object({ name: z.string(), link_rewrite: z.string() });

/** A title and description made by hand, each null where the page's pattern makes it; null where both are. */
export const head = z.object({ title: z.string().nullable(), description: z.string().nullable() }).nullable();

export const categoryHead = z
  .object({
    id: z.int(),
    name: z.string(),
    link_rewrite: z.string(),
    cloth: z.string(),
    head,
    breadcrumbs: z.array(breadcrumb),
    children: z.array(z.object({ id: z.int(), name: z.string(), link_rewrite: z.string(), count: z.int() })),
    share,
  })
  .meta({ id: "CategoryHead" });

export const productList = z
  .object({
    items: z.array(card),
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
    }),
    category: categoryHead.optional(),
    /** What the search looked for instead of what was written. */
    corrected: z.object({ from: z.string(), to: z.string() }).optional(),
    /** Words of the query that nothing was found for, together with the others. */
    dropped: z.array(z.string()).optional(),
    /** Where nothing was found: queries that find something. */
    close: z.array(z.string()).optional(),
  })
  .meta({ id: "ProductList" });
export type ProductList = z.infer<typeof productList>;

export const option = z
  .object({
    option_id: z.int(),
    name: z.string(),
    swatch: z.string().nullable(),
    price,
    available_for_order: z.boolean(),
    qty_limit: z.int(),
    /** Key of the picture among `images` that shows it. */
    image: z.string().nullable(),
    unit_price: unitPrice.nullable(),
  })
  .meta({ id: "ProductOption" });
export type Option = z.infer<typeof option>;

export const ingredientGroup = z.enum(["alcohol", "fragrance", "parabens", "sulphates", "mineral-oil"]);
export const ingredient = z
  .object({
    slug: z.string(),
    /** As the label writes it. */
    name: z.string(),
    /** In plain words; null where nobody has said yet. */
    purpose: z.string().nullable(),
    group: ingredientGroup.nullable(),
  })
  .meta({ id: "Ingredient" });
export type Ingredient = z.infer<typeof ingredient>;

/** Everything that the shop can say of what is in its goods. */
export const ingredientList = z.object({ items: z.array(ingredient) }).meta({ id: "IngredientList" });
export type IngredientList = z.infer<typeof ingredientList>;

/** An ingredient's page. */
export const ingredientPage = ingredient.extend({ count: z.int() }).meta({ id: "IngredientPage" });
export type IngredientPage = z.infer<typeof ingredientPage>;

export const avoided = z.object({ items: z.array(ingredientName).max(50) }).meta({ id: "Avoided" });
export type Avoided = z.infer<typeof avoided>;

export const product = card
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
    head,
    weight_g: z.int(),
    /** Where it is sent, for what price and in how many days. */
    delivery: z.array(reach),
    share,
    /** So many months it keeps once it is opened; null where nobody knows. */
    months_opened: z.int().nullable(),
    /** The composition taken apart, in the order of the label; empty where it is no list. */
    ingredients: z.array(ingredient),
    /** What the asking customer avoids of it: ingredients, by slug. */
    avoided: z.array(z.string()),
    /** What the asking customer waits for. */
    alerts: z.array(z.object({ kind: z.enum(alertKinds), option_id: z.int() })),
  })
  .meta({ id: "Product" });
export type Product = z.infer<typeof product>;

export const productRow = z.object({ name: z.enum(collections), items: z.array(card) });
export const forYouQuery = z.object({
  /** Products that were looked at, the latest first. */
  seen: ids(20),
});

export const home = z
  .object({
    banners: z.array(banner),
    rows: z.array(productRow),
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

export const manufacturer = z
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
export const manufacturerList = z.object({ items: z.array(manufacturer) });
export type ManufacturerList = z.infer<typeof manufacturerList>;
export const manufacturerPage = manufacturer.extend({
  head,
  /** Of all reviews of its products; 0 where there are none. */
  rating: z.number(),
  /** Of its best products. */
  images: z.array(picture),
  series: z.array(z.object({ id: z.int(), name: z.string(), count: z.int(), images: z.array(picture) })),
});
export type ManufacturerPage = z.infer<typeof manufacturerPage>;

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

/** A line of products of one manufacturer. */
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

export const alertWish = z.object({
  kind: z.enum(alertKinds),
  /** 0 where the product has no options. */
  option_id: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
});
export const alertList = z
  .object({
    items: z.array(
      z.object({
        product: card,
        option_id: z.int(),
        option_name: z.string(),
        kind: z.enum(alertKinds),
        created_at: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: "AlertList" });
export type AlertList = z.infer<typeof alertList>;

export const refusals = {
  product_not_found: 404,
  ingredient_not_found: 404,
  /** With `items`: cards of what is like it. */
  product_gone: 410,
  alert_in_stock: 409,
  too_many_alerts: 409,
  category_not_found: 404,
  manufacturer_not_found: 404,
  series_not_found: 404,
  tag_not_found: 404,
} as const;
