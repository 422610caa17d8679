import { z } from "zod";
import { productStatus, translatedField } from "../catalog/admin-schema.ts";
import { picture } from "../content/schema.ts";

export const refusals = {
  slug_reserved: 422,
  slug_taken: 409,
  barcode_taken: 409,
  reference_taken: 409,
  product_has_no_options: 409,
  old_price_not_higher: 422,
  picture_not_found: 422,
  publishing_blocked: 422,
  product_not_published: 409,
  state_changed: 409,
  term_not_found: 422,
  translation_not_outdated: 409,
} as const;

/** What is counted up to this number. */
export const MAX_EXACT_COUNT = 10_000;

/** A product in the store with at most as many pieces is in the view `low_stock`, as the database has it in an index. */
export const LOW_STOCK = 5;

const MAX_ID = 2_147_483_647;

/** The views of the list (docs/domain/catalog-admin.md). */
export const productViews = [
  ...(["all", "draft", "low_stock", "outdated_translation", "incomplete", "hidden", "discontinued"] as const),
] as const;
const productView = z.enum(productViews);
export type ProductView = z.infer<typeof productView>;

export const productSorts = ["updated_desc", "updated_asc", "stock_asc", "stock_desc"] as const;

const listId = z.coerce.number().int().positive().max(MAX_ID);

export const productListQuery = z.object({
  view: productView.default("all"),
  brand: listId.optional(),
  /** The category, or one above those of the products. */
  category: listId.optional(),
  /** Whether the product can be ordered. */
  stock: z.enum(["in", "out"]).optional(),
  /** Words of the name or the brand, or the beginning of a reference or barcode. */
  q: z.string().trim().min(2).max(120).optional(),
  sort: z.enum(productSorts).default("updated_desc"),
  /** The cursor `next` of the page before. */
  after: z
    .string()
    .regex(/^\d{1,17}_\d{1,10}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type ProductListQuery = z.infer<typeof productListQuery>;

/** The columns of the exported list, by the names of those of the page. */
export const productExportColumns = [
  ...(["product", "brand", "category", "status", "stock", "price", "translation", "updated"] as const),
] as const;
export type ProductExportColumn = (typeof productExportColumns)[number];

/** What a product lacks. */
export const productProblem = z.enum(["picture", "hs_code", "customs_name", "description_ru", "description_en"]);
export type ProductProblem = z.infer<typeof productProblem>;

const count = z.object({
  count: z.int(),
  /** False if there are more than `count`. */
  is_exact: z.boolean(),
});

const productRow = z
  .object({
    id: z.int(),
    /** In the language of the person. */
    name: z.string(),
    reference: z.string(),
    barcode: z.string().nullable(),
    brand: z.string(),
    category: z.string(),
    status: productStatus,
    image: picture.nullable(),
    /** The number of options; 0 for a product without. */
    options: z.int(),
    /** Pieces that can be sold. */
    stock: z.int(),
    /** Whether a product in the store has few pieces or none (the view `low_stock`). */
    is_low_stock: z.boolean(),
    /** Customers who wait for the product to be back. */
    waiting: z.int(),
    /** In rubles, of the option that a card shows. */
    price: z.number(),
    /** The price that a card shows as the earlier one; null without a sale. */
    old_price: z.number().nullable(),
    problems: z.array(productProblem),
    /** The texts of which one language was changed and the other was not. */
    outdated_translations: z.array(translatedField),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "AdminProductRow" });
export type ProductRow = z.infer<typeof productRow>;

export const productPage = z
  .object({
    items: z.array(productRow),
    /** The cursor of the next page; null on the last one. */
    next: z.string().nullable(),
    total: count,
    views: z.array(count.extend({ key: productView })),
  })
  .meta({ id: "AdminProductPage" });
export type ProductPage = z.infer<typeof productPage>;

const term = z.object({ id: z.int(), name: z.string() });

/** What products belong to; names in the language of the person. */
export const catalogTerms = z
  .object({
    brands: z.array(term),
    /** In the order of the tree; `path` has the names of the categories above. */
    categories: z.array(term.extend({ path: z.array(z.string()) })),
    series: z.array(term.extend({ brand_id: z.int() })),
    concerns: z.array(term),
    tags: z.array(term),
  })
  .meta({ id: "AdminCatalogTerms" });
export type CatalogTerms = z.infer<typeof catalogTerms>;
