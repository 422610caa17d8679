import { z } from "zod";
import { stockMovementKind } from "../catalog/admin-schema.ts";
import { picture } from "../content/schema.ts";

/** The refusals of changes of the stock. */
export const refusals = {
  not_enough_available: 409,
  variant_not_found: 404,
} as const;

const MAX_PIECES = 1_000_000;
const MAX_ID = 2_147_483_647;

const productId = z.coerce.number().int().positive().max(MAX_ID);
export type { StockMovementKind } from "../catalog/admin-schema.ts";

export const stockMovementListQuery = z.object({
  product: productId.optional(),
  /** Of the product; 0 if it has no options. */
  option: z.coerce.number().int().min(0).max(MAX_ID).optional(),
  kind: stockMovementKind.optional(),
  /** The number of an order, or the reference or barcode of a product. */
  q: z.string().trim().min(1).max(120).optional(),
  /** The cursor `next` of the page before. */
  after: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type StockMovementListQuery = z.infer<typeof stockMovementListQuery>;

/** A change of the stock of a variant. */
const stockMovement = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    product_id: z.int(),
    option_id: z.int(),
    /** In the language of the person; null if the product was deleted. */
    name: z.string().nullable(),
    /** Empty if the product has no options, or the variant was deleted. */
    option_name: z.string(),
    reference: z.string().nullable(),
    kind: stockMovementKind,
    quantity: z.int(),
    /** What could be sold after the movement. */
    available_after: z.int(),
    order_id: z.int().nullable(),
    /** The order from a supplier with which the pieces came. */
    purchase_order_id: z.int().nullable(),
    /** The count of the shelves that found the difference. */
    stock_count_id: z.int().nullable(),
    reason: z.string(),
    /** Null for the store itself. */
    actor: z.string().nullable(),
  })
  .meta({ id: "AdminStockMovement" });
export type StockMovement = z.infer<typeof stockMovement>;

export const stockMovementPage = z
  .object({
    /** Newest first. */
    items: z.array(stockMovement),
    /** The cursor of the next page; null on the last one. */
    next: z.int().nullable(),
  })
  .meta({ id: "AdminStockMovementPage" });
export type StockMovementPage = z.infer<typeof stockMovementPage>;

export const stockLevelQuery = z.object({ product: productId });

/** How much there is of a variant. */
const stockLevel = z
  .object({
    product_id: z.int(),
    option_id: z.int(),
    name: z.string(),
    /** Empty if the product has no options. */
    option_name: z.string(),
    reference: z.string(),
    image: picture.nullable(),
    /** What can be sold. */
    available: z.int(),
    /** What orders have taken that are not sent yet. */
    committed: z.int(),
    /** What is on the shelf: available and committed. */
    on_hand: z.int(),
  })
  .meta({ id: "AdminStockLevel" });
export type StockLevel = z.infer<typeof stockLevel>;

export const stockLevelList = z.object({ items: z.array(stockLevel) }).meta({ id: "AdminStockLevelList" });
export type StockLevelList = z.infer<typeof stockLevelList>;

const variant = { product_id: z.int().positive(), option_id: z.int().min(0).default(0) };
const pieces = z.int().min(1, "too_low").max(MAX_PIECES, "too_high");
const reason = z.string().trim().min(1, "required").max(500, "too_long");

/**
 * A change of the stock by staff: pieces that arrived, pieces that are written off, or all pieces that were counted on the
 * shelf.
 */
export const changeStockRequest = z
  .discriminatedUnion("kind", [
    z.strictObject({
      ...variant,
      kind: z.literal("receipt"),
      pieces,
      reason: z.string().trim().max(500, "too_long").default(""),
    }),
    z.strictObject({ ...variant, kind: z.literal("write_off"), pieces, reason }),
    z.strictObject({
      ...variant,
      kind: z.literal("count"),
      pieces: z.int().min(0, "too_low").max(MAX_PIECES, "too_high"),
      reason,
    }),
  ])
  .meta({ id: "ChangeStockRequest" });
export type ChangeStockRequest = z.infer<typeof changeStockRequest>;

/** Takes back a change of the stock. */
export const undoStockChangeRequest = z
  .strictObject({ ...variant, quantity: z.int() })
  .meta({ id: "UndoStockChangeRequest" });

export const changedStock = z
  .object({
    product_id: z.int(),
    /** By how much the stock has changed. */
    quantity: z.int(),
    available: z.int(),
    committed: z.int(),
    on_hand: z.int(),
  })
  .meta({ id: "ChangedStock" });
export type ChangedStock = z.infer<typeof changedStock>;
