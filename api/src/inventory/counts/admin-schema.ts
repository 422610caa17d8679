import { z } from "zod";
import { picture } from "../../content/schema.ts";
import { isoCode } from "../../money/schema.ts";

/** The refusals of counts of the shelves. */
export const refusals = {
  stock_count_not_found: 404,
  stock_count_not_open: 409,
  stock_count_changed: 409,
  stock_count_short: 409,
  stock_count_sold: 409,
  stock_count_too_large: 422,
  category_not_found: 422,
  brand_not_found: 422,
  code_not_found: 422,
  option_not_identified: 409,
} as const;

/** How many variants a count can list. */
export const MAX_COUNTED_VARIANTS = 5000;

const MAX_ID = 2_147_483_647;
const id = z.int().positive().max(MAX_ID);
const pieces = z.int().min(0, "too_low").max(1_000_000, "too_high");
const code = z.string().trim().min(1, "required").max(120, "too_long");

export const stockCountStatuses = ["open", "closed", "canceled"] as const;
const status = z.enum(stockCountStatuses);
export type StockCountStatus = z.infer<typeof status>;

export const stockCountListQuery = z.object({
  status: status.optional(),
  /** The cursor `next` of the page before. */
  after: z.coerce.number().int().positive().max(MAX_ID).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type StockCountListQuery = z.infer<typeof stockCountListQuery>;

const listedStockCount = z.object({
  id: z.int(),
  name: z.string(),
  status,
  created_at: z.iso.datetime(),
  created_by: z.string().nullable(),
  /** When it was closed or canceled. */
  closed_at: z.iso.datetime().nullable(),
  /** How many variants it lists, and how many of them are counted. */
  lines: z.int(),
  counted: z.int(),
  /** Of how many variants there are more or fewer pieces than expected; null while those who count do not see it. */
  differences: z.int().nullable(),
});
export type ListedStockCount = z.infer<typeof listedStockCount>;

export const stockCountPage = z
  .object({
    /** Newest first. */
    items: z.array(listedStockCount),
    /** The cursor of the next page; null on the last one. */
    next: z.int().nullable(),
  })
  .meta({ id: "StockCountPage" });
export type StockCountPage = z.infer<typeof stockCountPage>;

const PAGE_SIZE = 100;

export const stockCountQuery = z.object({
  show: z.enum(["all", "left", "differences"]).default("all"),
  /** A part of a name, or a reference or barcode. */
  q: z.string().trim().min(1).max(120).optional(),
  page: z.coerce.number().int().min(1).max(1000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(PAGE_SIZE),
});
export type StockCountQuery = z.infer<typeof stockCountQuery>;

/** A variant that is counted. */
const stockCountLine = z
  .object({
    product_id: z.int(),
    option_id: z.int(),
    name: z.string(),
    /** Empty if the product has no options. */
    option_name: z.string(),
    reference: z.string(),
    barcode: z.string().nullable(),
    image: picture.nullable(),
    /** Whether it was found though the count does not list it. */
    is_extra: z.boolean(),
    /** How many pieces are on the shelf; null until it is counted. */
    counted: z.int().nullable(),
    /**
     * How many pieces should be on the shelf: now, and once they are counted, at that time. Null while those who count do
     * not see it.
     */
    expected: z.int().nullable(),
    counted_by: z.string().nullable(),
    counted_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "StockCountLine" });
export type StockCountLine = z.infer<typeof stockCountLine>;

/** What the pieces that are missing, or are too many, cost in a currency. */
const costDifference = z.object({
  currency: isoCode,
  /** Negative if more is missing. */
  amount: z.number(),
});

export const stockCount = listedStockCount
  .extend({
    is_blind: z.boolean(),
    category: z.object({ id: z.int(), name: z.string() }).nullable(),
    brand: z.object({ id: z.int(), name: z.string() }).nullable(),
    closed_by: z.string().nullable(),
    /** Pieces that are missing and that are too many; null while those who count do not see them. */
    missing_pieces: z.int().nullable(),
    extra_pieces: z.int().nullable(),
    /** Of the variants whose cost is known. */
    cost_differences: z.array(costDifference),
    /** The lines of the page. */
    items: z.array(stockCountLine),
    /** How many lines the view has. */
    total: z.int(),
  })
  .meta({ id: "StockCount" });
export type StockCount = z.infer<typeof stockCount>;

export const createStockCountRequest = z
  .strictObject({
    name: z.string().trim().min(1, "required").max(120, "too_long"),
    /** Lists the products of a category and those below it; with neither a category nor a brand, nothing is listed. */
    category_id: id.nullable().default(null),
    brand_id: id.nullable().default(null),
    /** Whether those who count do not see how many pieces there should be. */
    is_blind: z.boolean().default(false),
  })
  .meta({ id: "CreateStockCountRequest" });
export type NewStockCount = z.infer<typeof createStockCountRequest>;

export const enterCountRequest = z
  .strictObject({
    product_id: id,
    option_id: z.int().min(0).max(MAX_ID).default(0),
    /** All pieces on the shelf; null takes the count back. */
    counted: pieces.nullable(),
    /** The value that was seen. */
    from: pieces.nullable(),
  })
  .meta({ id: "EnterCountRequest" });

export const scanRequest = z
  .strictObject({
    /** Made by the device: a scan that is sent again is not counted again. */
    scan_id: z.uuid(),
    /** A barcode or reference. */
    code,
    /** The option, if the code belongs to several. */
    option_id: z.int().min(0).max(MAX_ID).optional(),
  })
  .meta({ id: "StockCountScanRequest" });

/** A line after its pieces were entered or scanned. */
export const enteredCount = z
  .object({ count_id: z.int(), product_id: z.int(), option_id: z.int(), counted: z.int().nullable() })
  .meta({ id: "EnteredCount" });
export type EnteredCount = z.infer<typeof enteredCount>;

/** The variant of which a piece was scanned. */
export const scannedCount = enteredCount
  .extend({
    name: z.string(),
    /** Empty if the product has no options. */
    option_name: z.string(),
  })
  .meta({ id: "ScannedCount" });
export type ScannedCount = z.infer<typeof scannedCount>;

/** Closes, cancels or reopens a count in the status that was seen. */
export const stepRequest = z.strictObject({ status }).meta({ id: "StockCountStepRequest" });

export const changedStockCount = z
  .object({
    id: z.int(),
    status,
    /** Of how many variants the stock was changed. */
    corrected: z.int(),
  })
  .meta({ id: "ChangedStockCount" });
export type ChangedStockCount = z.infer<typeof changedStockCount>;
