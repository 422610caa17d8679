import { z } from "zod";
import { picture } from "../content/schema.ts";
import { customsProblemCode, customsStatus, orderShippingMethod, orderStatus } from "../orders/schema.ts";

const customsForm = z.enum(["CN22", "CN23"]);
const country = z.string().regex(/^[A-Z]{2}$/);

export const customsCheckQuery = z.object({
  status: customsStatus.optional(),
  form: customsForm.optional(),
  /** ISO 3166 code of the destination. */
  country: country.optional(),
  /** Only orders in which this product has a problem. */
  product_id: z.coerce.number().int().positive().optional(),
  /** Only orders with pieces that are not packed yet. */
  to_pick: z.literal("true").optional(),
  /** The cursor `next` of the page before. */
  after: z
    .string()
    .regex(/^\d{1,16}_\d{9}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type CustomsCheckQuery = z.infer<typeof customsCheckQuery>;

/** The customs check of an order that waits to be sent. */
const customsCheck = z
  .object({
    order_id: z.int(),
    order_status: orderStatus,
    paid_at: z.iso.datetime(),
    country: country.nullable(),
    shipping_method: orderShippingMethod.nullable(),
    /** Of the parcel, with the carton. */
    weight_g: z.int(),
    status: customsStatus,
    form: customsForm,
    needs_export_declaration: z.boolean(),
    checked_at: z.iso.datetime(),
    problems: z.array(
      z.object({
        code: customsProblemCode,
        product_id: z.int(),
        reference: z.string(),
        name_ru: z.string(),
        name_en: z.string(),
        /** The customs data as it is stored. */
        hs_code: z.string(),
        customs_name_en: z.string(),
      }),
    ),
  })
  .meta({ id: "AdminCustomsCheck" });
export type CustomsCheck = z.infer<typeof customsCheck>;

export const customsCheckPage = z
  .object({
    /** In the order in which they were paid. */
    items: z.array(customsCheck),
    /** The cursor of the next page, for `after`; null if there is none. */
    next: z.string().nullable(),
    /** The orders of each status that match the other filters. */
    counts: z.object({ complete: z.int(), missing: z.int(), blocked: z.int() }),
  })
  .meta({ id: "AdminCustomsCheckPage" });
export type CustomsCheckPage = z.infer<typeof customsCheckPage>;

/** What a product tells customs, and the HS codes that other products of its category have, the most frequent first. */
const productCustomsData = z.object({
  product_id: z.int(),
  reference: z.string(),
  name_ru: z.string(),
  name_en: z.string(),
  hs_code: z.string(),
  customs_name_en: z.string(),
  origin_country: country,
  /** Of one piece without its packaging; null if it is not known. */
  net_weight_g: z.int().nullable(),
  suggested_hs_codes: z.array(z.string()),
});
export type ProductCustomsData = z.infer<typeof productCustomsData>;

export const customsProblemQuery = z.object({
  /** `missing`: problems that customs data solves; `blocked`: all others. */
  status: z.enum(["missing", "blocked"]).default("missing"),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});
export type CustomsProblemQuery = z.infer<typeof customsProblemQuery>;

export const customsProblemList = z
  .object({
    /** The products in the most orders first. */
    items: z.array(
      productCustomsData.extend({
        problems: z.array(z.object({ code: customsProblemCode, orders: z.array(z.int()) })),
        /** The orders that wait because of these problems, those paid first at the top. */
        orders: z.array(z.int()),
      }),
    ),
    /** The products with problems of each kind. */
    counts: z.object({ missing: z.int(), blocked: z.int() }),
  })
  .meta({ id: "AdminCustomsProblemList" });
export type CustomsProblemList = z.infer<typeof customsProblemList>;

export const orderCustomsCheck = z
  .object({
    status: customsStatus,
    form: customsForm,
    needs_export_declaration: z.boolean(),
    checked_at: z.iso.datetime(),
    /** Every product of the order once. */
    products: z.array(productCustomsData.extend({ problems: z.array(customsProblemCode) })),
  })
  .meta({ id: "AdminOrderCustomsCheck" });
export type OrderCustomsCheck = z.infer<typeof orderCustomsCheck>;

/** The orders that wait to be sent with the product, by number. */
export const savedCustomsData = z
  .object({
    /** Those that were not complete before and are now. */
    released_orders: z.array(z.int()),
    /** Those that are still not complete. */
    waiting_orders: z.array(z.int()),
  })
  .meta({ id: "AdminSavedCustomsData" });
export type SavedCustomsData = z.infer<typeof savedCustomsData>;

const MAX_PICKED_ORDERS = 200;

export const pickListQuery = z.object({
  /** Order numbers, separated by commas; without them the orders in packing that were paid first. */
  order_ids: z
    .string()
    .transform((list) => list.split(","))
    .pipe(
      z
        .array(
          z
            .string()
            .regex(/^\d{9}$/)
            .transform(Number),
        )
        .min(1)
        .max(MAX_PICKED_ORDERS),
    )
    .optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PICKED_ORDERS).default(50),
});
export type PickListQuery = z.infer<typeof pickListQuery>;

/** What has to be taken from the shelves for orders. */
export const pickList = z
  .object({
    /** The orders that are picked, in the order in which they were paid. */
    orders: z.array(z.int()),
    /** Those of them that are sent in the parcel of another one, the main order. */
    joined: z.array(z.object({ order_id: z.int(), main_order_id: z.int() })),
    /** Selected orders that are not picked: they do not wait to be sent, are packed, or wait for their customs data. */
    skipped: z.array(
      z.object({ order_id: z.int(), reason: z.enum(["not_waiting", "already_packed", "customs_not_complete"]) }),
    ),
    pieces: z.int(),
    /** Every variant once, sorted by brand, product and option. */
    items: z.array(
      z.object({
        product_id: z.int(),
        option_id: z.int(),
        reference: z.string(),
        barcode: z.string().nullable(),
        brand: z.string(),
        /** The Japanese name of the brand; empty if it is not known. */
        brand_ja: z.string(),
        name: z.string(),
        option_name: z.string(),
        image: picture.nullable(),
        quantity: z.int(),
        orders: z.array(z.object({ order_id: z.int(), quantity: z.int() })),
      }),
    ),
  })
  .meta({ id: "AdminPickList" });
export type PickList = z.infer<typeof pickList>;
