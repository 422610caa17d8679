import { z } from "zod";
import { productStatus } from "../../catalog/admin-schema.ts";
import { picture } from "../../content/schema.ts";
import { productViews } from "../admin-schema.ts";
import { recordSelection } from "../../tasks/admin-schema.ts";

export const refusals = {
  price_not_positive: 422,
  price_too_high: 422,
  sale_period_invalid: 422,
  sale_price_not_lower: 422,
  cost_unknown: 422,
  price_changed: 409,
  state_changed: 409,
} as const;

/** The highest price, in rubles. */
export const MAX_PRICE = 10_000_000;
/** At most this many prices of a task are entered by hand. */
export const MAX_OVERRIDES = 500;
const MAX_ID = 2_147_483_647;

/** A variant: the ids of its product and option, 0 without options, such as `204-12`. */
export const variantId = z.string().regex(/^[1-9]\d{0,9}-(?:0|[1-9]\d{0,9})$/, "invalid");

const listId = z.coerce.number().int().positive().max(MAX_ID);

/** What variants are selected by. */
export const variantFilterQuery = z.object({
  /** Words of the name or the brand, or the beginning of a reference or barcode. */
  q: z.string().trim().min(2).max(120).optional(),
  /** The category, or one above those of the products. */
  category: listId.optional(),
  brand: listId.optional(),
  status: productStatus.optional(),
  /** Products by their ids, such as `204,205`. */
  products: z
    .string()
    .regex(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,199}$/)
    .refine((ids) => ids.split(",").every((id) => Number(id) <= MAX_ID))
    .optional(),
  /** A view of the list of products. */
  view: z.enum(productViews).optional(),
  /** Whether the product can be ordered. */
  stock: z.enum(["in", "out"]).optional(),
  /** `running`: in a sale that has not ended; `endless`: in one without an end. */
  sale: z.enum(["running", "endless"]).optional(),
  /** The end of its sale. */
  ends_at: z.iso.datetime().optional(),
});
export type VariantFilter = z.infer<typeof variantFilterQuery>;

export const priceRules = ["none", "formula", "percent", "amount", "regular"] as const;
export const priceRoundings = ["none", "nearest_10", "up_10", "up_90", "up_100"] as const;
export type PriceRule = (typeof priceRules)[number];
export type PriceRounding = (typeof priceRoundings)[number];

const factor = (max: number) =>
  z.coerce.number().positive("too_small").max(max, "too_big").multipleOf(0.0001, "invalid");

/** How new prices are calculated (docs/domain/prices.md). */
const adjustmentFields = {
  /** `none`: only prices that are entered by hand. `regular` ends sales. */
  rule: z.enum(priceRules).default("none"),
  /** Of a formula the markup, otherwise the percent or the rubles that are added. */
  value: z.coerce
    .number()
    .min(-MAX_PRICE, "too_small")
    .max(MAX_PRICE, "too_big")
    .multipleOf(0.01, "invalid")
    .default(0),
  /** Rubles for a yen; that of today by default. */
  rate: factor(1000).optional(),
  /** What delivery to the store multiplies the cost by. */
  delivery: factor(10).default(1),
  rounding: z.enum(priceRoundings).default("none"),
};

const isRuleValid = ({ rule, value }: { rule: PriceRule; value: number }) =>
  (rule !== "formula" || (value > 0 && value <= 100)) && (rule !== "percent" || (value > -100 && value <= 1000));
const invalidValue = { path: ["value"], error: "invalid" };

export const priceAdjustment = z.strictObject(adjustmentFields).refine(isRuleValid, invalidValue);
export type PriceAdjustment = z.output<typeof priceAdjustment>;

/** What is marked: a price that rises by more percent, and one with a lower margin in percent. */
const limits = {
  growth: z.coerce.number().min(0).max(1000).default(15),
  margin: z.coerce.number().min(0).max(99).default(30),
};

/** Checks of new prices, of which the list can show one. */
export const priceChecks = ["growth", "margin", "discount", "refused", "no_cost"] as const;
export type PriceCheck = (typeof priceChecks)[number];

const calculatedPricesQuery = variantFilterQuery.extend({
  ...adjustmentFields,
  ...limits,
  check: z.enum(priceChecks).optional(),
  /** Of a sale: when it ends. */
  sale_ends_at: z.iso.datetime().optional(),
});

/** What the exported list has: the variants of the list, with the prices that its rule gives them. */
export const priceExportQuery = calculatedPricesQuery.refine(isRuleValid, invalidValue);
export type PriceExportQuery = z.output<typeof priceExportQuery>;

export const priceListQuery = calculatedPricesQuery
  .extend({
    /** The cursor `next` of the page before. */
    after: variantId.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  })
  .refine(isRuleValid, invalidValue);
export type PriceListQuery = z.output<typeof priceListQuery>;

const rubles = z.number().positive("price_not_positive").max(MAX_PRICE, "too_big").multipleOf(0.01, "invalid");

/** Prices in rubles that were entered by hand. */
const overrides = z
  .array(z.strictObject({ id: variantId, price: rubles }))
  .max(MAX_OVERRIDES)
  .default([]);
export type PriceOverride = z.infer<typeof overrides>[number];

const nullableAmount = z.number().nullable();

const priceRow = z
  .object({
    id: z.string(),
    product_id: z.int(),
    option_id: z.int(),
    /** In the language of the person, of the product and of the option. */
    name: z.string(),
    option_name: z.string(),
    reference: z.string(),
    status: productStatus,
    image: picture.nullable(),
    /** What a piece costs with its delivery to the store, in rubles; null if it is not known. */
    cost: nullableAmount,
    /** What the supplier gets for a piece, in major units of the currency. */
    supplier_cost: z.object({ amount: z.number(), currency: z.string() }).nullable(),
    /** In rubles, as the store asks it now. */
    price: z.number(),
    /** The price before the sale; null without one. */
    old_price: nullableAmount,
    sale_ends_at: z.iso.datetime().nullable(),
    /** By the rule; null if it leaves the price as it is. */
    new_price: nullableAmount,
    /** The price before the sale once the price is changed. */
    new_old_price: nullableAmount,
    /** Why the new price is refused; null if it is not. */
    refusal: z.enum(["price_not_positive", "price_too_high", "sale_price_not_lower", "cost_unknown"]).nullable(),
    /** The lowest price of the last 30 days. */
    lowest_price: z.number(),
  })
  .meta({ id: "AdminPriceRow" });
export type PriceRow = z.infer<typeof priceRow>;

export const pricePage = z
  .object({
    items: z.array(priceRow),
    /** The cursor of the next page; null on the last one. */
    next: z.string().nullable(),
    /** The variants that match the filter. */
    total: z.int(),
    /** The rubles for a yen with which costs are converted. */
    rate: z.number(),
  })
  .meta({ id: "AdminPricePage" });
export type PricePage = z.infer<typeof pricePage>;

/** A sale: the new prices end by themselves. */
const sale = z.strictObject({ ends_at: z.iso.datetime() });

/** The input of the task `prices.adjust`. */
export const adjustPricesInput = z
  .strictObject({ ...adjustmentFields, overrides, sale: sale.nullable().default(null) })
  .refine(isRuleValid, invalidValue)
  .refine(({ rule, sale: planned }) => rule !== "regular" || planned === null, { path: ["sale"], error: "invalid" });
export type AdjustPricesInput = z.output<typeof adjustPricesInput>;

/** What a task would change. The filter is that of the list; with `ids`, only these variants. */
export const pricePreviewRequest = z
  .strictObject({
    filter: z.record(z.string(), z.string()).default({}),
    ids: z.array(variantId).min(1).max(MAX_OVERRIDES).optional(),
    adjustment: adjustPricesInput,
    ...limits,
  })
  .meta({ id: "PricePreviewRequest" });
export type PricePreviewRequest = z.output<typeof pricePreviewRequest>;

/** The limits between the bars of the distribution, in percent of change. */
export const changeLimits = [-30, -20, -10, -5, 0, 5, 10, 15, 20, 30, 50] as const;

export const pricePreview = z
  .object({
    /** With it, exactly these variants with these prices are changed. */
    selection: recordSelection,
    /** Variants whose prices were entered by hand and which the filter leaves out, so that they are not changed. */
    outside_ids: z.array(z.string()),
    /** Prices that change, and of these the ones that rise and that fall. */
    changed: z.int(),
    rises: z.int(),
    falls: z.int(),
    unchanged: z.int(),
    /** By their reason. */
    refused: z.object({
      price_not_positive: z.int(),
      price_too_high: z.int(),
      sale_price_not_lower: z.int(),
      cost_unknown: z.int(),
    }),
    /** The middle change, in percent; null without a change. */
    median_change: nullableAmount,
    /** The average margin after the change, in percent; null if no cost is known. */
    average_margin: nullableAmount,
    /** How many prices change by how much: below the first limit, then up to each next one, and above the last. */
    distribution: z.array(z.int()),
    /** Prices that rise by more than the limit. */
    outliers: z.int(),
    low_margins: z.int(),
    /** Sale prices without a crossed-out price, since the lowest price of 30 days is not higher. */
    hidden_discounts: z.int(),
    /** One of them: the price before the sale, and the lowest one of 30 days. */
    hidden_example: z.object({ reference: z.string(), old_price: z.number(), lowest_price: z.number() }).nullable(),
    /** Emails about a lower price. */
    emails: z.int(),
    /** Offers in the feeds of Yandex and Google that change. */
    feed_offers: z.int(),
  })
  .meta({ id: "AdminPricePreview" });
export type PricePreview = z.infer<typeof pricePreview>;

export const variantParams = z.object({
  id: variantId.transform((id) => {
    const [productId = 0, optionId = 0] = id.split("-").map(Number);
    return { productId, optionId };
  }),
});

/** `price` is one that was entered by hand; `version` stands for the prices as they were selected, for a formula with the cost. */
export const changePriceRequest = z
  .strictObject({
    adjustment: z.strictObject({ ...adjustmentFields, sale: sale.nullable() }).refine(isRuleValid, invalidValue),
    price: rubles.nullable(),
    version: z.string().max(200),
  })
  .meta({ id: "ChangePriceRequest" });
export type ChangePriceRequest = z.output<typeof changePriceRequest>;

/** The prices of a variant as they are stored, in rubles. */
const storedPrice = z.object({
  price: rubles,
  old_price: rubles.nullable(),
  sale_ends_at: z.iso.datetime().nullable(),
});
export type StoredPrice = z.infer<typeof storedPrice>;

export const restorePriceRequest = z
  .strictObject({ from: storedPrice, to: storedPrice })
  .meta({ id: "RestorePriceRequest" });
export type RestorePriceRequest = z.output<typeof restorePriceRequest>;

export const priceHistory = z
  .object({
    /** The newest first, at most 200. */
    items: z.array(z.object({ since: z.iso.datetime(), price: z.number() })),
  })
  .meta({ id: "AdminPriceHistory" });
export type PriceHistory = z.infer<typeof priceHistory>;

/** The sales that are running, by their end. */
export const saleList = z
  .object({
    items: z.array(
      z.object({
        /** Null: without an end. */
        ends_at: z.iso.datetime().nullable(),
        variants: z.int(),
        /** The highest discount that the store shows, in percent; 0 if it shows none. */
        max_percent: z.int(),
        /** Of how many variants the store shows a discount. */
        shown: z.int(),
      }),
    ),
  })
  .meta({ id: "AdminSaleList" });
export type SaleList = z.infer<typeof saleList>;
