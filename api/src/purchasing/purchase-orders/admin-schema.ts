import { z } from "zod";
import { picture } from "../../content/schema.ts";
import { amount, isoCode } from "../../money/schema.ts";
import { fieldEdit, recordEdit } from "../../platform/changes/schema.ts";

/** The refusals of changes of orders from suppliers. */
export const refusals = {
  purchase_order_not_found: 404,
  supplier_not_found: 404,
  variant_not_found: 404,
  purchase_order_closed: 409,
  purchase_order_line_received: 409,
  more_than_ordered: 409,
  not_enough_available: 409,
  cost_too_precise: 422,
} as const;

const MAX_LINES = 500;
const MAX_PIECES = 1_000_000;
const MAX_COST = 100_000_000;
const MAX_ID = 2_147_483_647;

export const purchaseOrderStatuses = ["draft", "ordered", "partly_received", "received", "canceled"] as const;
const status = z.enum(purchaseOrderStatuses);
export type PurchaseOrderStatus = z.infer<typeof status>;

const cost = amount.min(0, "too_low").max(MAX_COST, "too_high");
const pieces = z.int().min(1, "too_low").max(MAX_PIECES, "too_high");
const variantKey = { product_id: z.int().positive().max(MAX_ID), option_id: z.int().min(0).max(MAX_ID) };

const lineInput = z.strictObject({ ...variantKey, quantity: pieces, unit_cost: cost });
export type PurchaseOrderLineInput = z.infer<typeof lineInput>;
const hasUniqueVariants = (lines: readonly PurchaseOrderLineInput[]) =>
  new Set(lines.map(({ product_id, option_id }) => `${product_id} ${option_id}`)).size === lines.length;
const lines = z.array(lineInput).min(1, "required").max(MAX_LINES, "too_many").refine(hasUniqueVariants, "duplicate");

const fields = {
  supplier_id: z.int().positive().max(MAX_ID),
  /** The day on which the goods are expected. */
  expected_on: z.iso.date("invalid").nullable(),
  /** What the supplier charges for the delivery. */
  delivery: cost,
  /** The tax on goods and delivery, which the costs do not include. */
  tax_percent: z.number().min(0, "too_low").max(99.99, "too_high").multipleOf(0.01, "invalid"),
  note: z.string().trim().max(1000, "too_long"),
  lines,
};

/** An order in the currency of its supplier; amounts in major units. It is a draft until it is sent. */
export const createPurchaseOrderRequest = z
  .strictObject({
    ...fields,
    expected_on: fields.expected_on.default(null),
    delivery: fields.delivery.default(0),
    tax_percent: fields.tax_percent.default(0),
    note: fields.note.default(""),
  })
  .meta({ id: "CreatePurchaseOrderRequest" });
export type NewPurchaseOrder = z.infer<typeof createPurchaseOrderRequest>;

/** The lines are edited as a whole. */
export const editPurchaseOrderRequest = recordEdit({
  expected_on: fieldEdit(fields.expected_on),
  delivery: fieldEdit(fields.delivery),
  tax_percent: fieldEdit(fields.tax_percent),
  note: fieldEdit(fields.note),
  lines: fieldEdit(fields.lines),
}).meta({ id: "EditPurchaseOrderRequest" });

export const changedPurchaseOrder = z
  .object({ id: z.int(), status, status_before: status })
  .meta({ id: "ChangedPurchaseOrder" });
export type ChangedPurchaseOrder = z.infer<typeof changedPurchaseOrder>;

export const purchaseOrderSteps = ["send", "close", "cancel"] as const;
export type PurchaseOrderStep = (typeof purchaseOrderSteps)[number];

/** The status that the person saw. */
export const purchaseOrderStepRequest = z.strictObject({ status }).meta({ id: "PurchaseOrderStepRequest" });

/** Takes back a step: the status that the person saw, and the one before. */
export const restorePurchaseOrderRequest = z
  .strictObject({ status, status_before: status })
  .meta({ id: "RestorePurchaseOrderRequest" });

const receivedLine = z
  .strictObject({
    line: z.int().min(1).max(32_767),
    /** Pieces that go to stock. */
    pieces: z.int().min(0, "too_low").max(MAX_PIECES, "too_high"),
    /** Further pieces that arrived damaged. */
    damaged: z.int().min(0, "too_low").max(MAX_PIECES, "too_high").default(0),
  })
  .refine(({ pieces: good, damaged }) => good + damaged > 0, { path: ["pieces"], message: "required" });
const hasUniqueLines = (received: readonly { line: number }[]) =>
  new Set(received.map(({ line }) => line)).size === received.length;

/** What has arrived of an order. */
export const receiveRequest = z
  .strictObject({
    lines: z.array(receivedLine).min(1, "required").max(MAX_LINES, "too_many").refine(hasUniqueLines, "duplicate"),
    reason: z.string().trim().max(500, "too_long").default(""),
  })
  .meta({ id: "ReceivePurchaseOrderRequest" });
export type ReceiveRequest = z.infer<typeof receiveRequest>;

/** What a piece costs on average, in minor units; null if it is not known. */
const averageCost = z.object({ cost_minor: z.int(), currency: isoCode }).nullable();
export type AverageCost = z.infer<typeof averageCost>;

const receivedVariant = z.object({
  line: z.int(),
  pieces: z.int(),
  damaged: z.int(),
  /** The average cost of the variant before and after. */
  cost_before: averageCost,
  cost_after: averageCost,
});

export const receivedPurchaseOrder = z
  .object({ id: z.int(), status, status_before: status, lines: z.array(receivedVariant) })
  .meta({ id: "ReceivedPurchaseOrder" });
export type ReceivedPurchaseOrder = z.infer<typeof receivedPurchaseOrder>;

/** Takes back what was received at once. */
export const undoReceiptRequest = z
  .strictObject({ status, lines: z.array(receivedVariant).min(1).max(MAX_LINES) })
  .meta({ id: "UndoReceiptRequest" });

export const purchaseOrderListQuery = z.object({
  /** `open`: drafts, and orders of which pieces are expected. */
  view: z.enum(["open", ...purchaseOrderStatuses, "all"]).default("open"),
  supplier: z.coerce.number().int().positive().max(MAX_ID).optional(),
  /** The number of an order, or the reference or barcode of a product. */
  q: z.string().trim().min(1).max(120).optional(),
  /** The cursor `next` of the page before. */
  after: z.coerce.number().int().positive().max(MAX_ID).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type PurchaseOrderListQuery = z.infer<typeof purchaseOrderListQuery>;
export type PurchaseOrderView = PurchaseOrderListQuery["view"];

const listedPurchaseOrder = z.object({
  id: z.int(),
  supplier: z.object({ id: z.int(), name: z.string() }),
  status,
  currency: isoCode,
  lines: z.int(),
  quantity: z.int(),
  received: z.int(),
  /** Goods, delivery and tax. */
  total: amount,
  created_at: z.iso.datetime(),
  ordered_at: z.iso.datetime().nullable(),
  expected_on: z.iso.date().nullable(),
});
export type ListedPurchaseOrder = z.infer<typeof listedPurchaseOrder>;

export const purchaseOrderPage = z
  .object({
    /** Newest first. */
    items: z.array(listedPurchaseOrder),
    /** The cursor of the next page; null on the last one. */
    next: z.int().nullable(),
    /** How many orders have each status. */
    counts: z.record(status, z.int()),
  })
  .meta({ id: "PurchaseOrderPage" });
export type PurchaseOrderPage = z.infer<typeof purchaseOrderPage>;

/** A variant that can be ordered from suppliers. */
const purchasableVariant = z.object({
  ...variantKey,
  name: z.string(),
  /** Empty if the product has no options. */
  option_name: z.string(),
  reference: z.string(),
  barcode: z.string().nullable(),
  image: picture.nullable(),
  /** What can be sold. */
  available: z.int(),
  /** What a piece cost in the last order from a supplier; null without one. */
  last_cost: z.object({ amount, currency: isoCode }).nullable(),
});
export type PurchasableVariant = z.infer<typeof purchasableVariant>;

export const purchasableVariantQuery = z
  .object({
    /** A part of the name, or a reference or barcode. */
    q: z.string().trim().min(1).max(120).optional(),
    /** Variants by their ids, such as `204.0,205.3`. */
    ids: z
      .string()
      .regex(/^\d{1,10}\.\d{1,10}(?:,\d{1,10}\.\d{1,10}){0,199}$/)
      .optional(),
  })
  .refine(({ q, ids }) => (q === undefined) !== (ids === undefined), "invalid");

export const purchasableVariants = z.object({ items: z.array(purchasableVariant) }).meta({ id: "PurchasableVariants" });
export type PurchasableVariants = z.infer<typeof purchasableVariants>;

const purchaseOrderLine = purchasableVariant.omit({ last_cost: true }).extend({
  line: z.int(),
  quantity: z.int(),
  received: z.int(),
  /** How many of the received pieces were damaged. */
  damaged: z.int(),
  unit_cost: amount,
  /** The cost in the order before from any supplier; null if it is the first one. */
  previous_cost: z.object({ amount, currency: isoCode }).nullable(),
  /** How many customers wait for an email that the variant is in stock again. */
  waiting_customers: z.int(),
});
export type PurchaseOrderLine = z.infer<typeof purchaseOrderLine>;

export const purchaseOrder = z
  .object({
    id: z.int(),
    status,
    supplier: z.object({
      id: z.int(),
      name: z.string(),
      email: z.string(),
      contact: z.string(),
      lead_days: z.int(),
      note: z.string(),
    }),
    currency: isoCode,
    lines: z.array(purchaseOrderLine),
    goods: amount,
    delivery: amount,
    tax_percent: z.number(),
    tax: amount,
    total: amount,
    /** The total in rubles, at the rate of today without the margin of the store. */
    total_rub: amount,
    /** Rubles for one unit of the currency. */
    rub_per_unit: z.number(),
    expected_on: z.iso.date().nullable(),
    note: z.string(),
    created_at: z.iso.datetime(),
    created_by: z.string().nullable(),
    ordered_at: z.iso.datetime().nullable(),
    closed_at: z.iso.datetime().nullable(),
    /** What has happened to the order, newest first. */
    events: z.array(
      z.object({
        id: z.int(),
        at: z.iso.datetime(),
        /** The name of the action in the audit log. */
        action: z.string(),
        actor: z.string().nullable(),
        reason: z.string(),
        /** Pieces that were received; null for other events. */
        pieces: z.int().nullable(),
      }),
    ),
  })
  .meta({ id: "PurchaseOrder" });
export type PurchaseOrder = z.infer<typeof purchaseOrder>;
