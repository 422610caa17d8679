import { z } from "zod";
import { picture } from "../content/schema.ts";
import { delimiters, textEncodings } from "../platform/data-files/schema.ts";
import { changeKinds, importFields } from "./schema.ts";

/** The refusals of imports. */
export const refusals = {
  import_not_found: 404,
  import_profile_not_found: 404,
  import_too_large: 413,
  import_empty: 422,
  import_format_unknown: 422,
  import_format_differs: 422,
  import_spreadsheet_unknown: 422,
  import_unreadable: 422,
  import_supplier_not_found: 422,
  encoding_unknown: 422,
  column_unmapped: 422,
  column_repeated: 422,
  too_many_rows: 422,
  import_busy: 409,
  import_not_checked: 409,
  import_not_applied: 409,
  import_unreadable_lines: 409,
  import_nothing_selected: 409,
  import_profile_exists: 409,
  import_file_deleted: 410,
  base_changed: 409,
  undo_expired: 410,
} as const;

/** A file has at most so many bytes and lines. */
export const MAX_IMPORT_BYTES = 50_000_000;
export const MAX_IMPORT_LINES = 100_000;
export const MAX_COLUMNS = 200;
/** How long an import can be undone and its file is kept. */
export const UNDO_DAYS = 30;

export const importFormats = ["csv", "jsonl", "yml", "xlsx"] as const;
export type ImportFormat = (typeof importFormats)[number];
export const importStatus = z.enum(["uploaded", "checking", "checked", "applying", "applied", "undoing", "undone"]);
export type ImportStatus = z.infer<typeof importStatus>;

const field = z.enum(importFields);
const fileName = z.string().trim().min(1).max(200);

export const uploadQuery = z.object({ name: fileName });
export const uploadedImport = z.object({ id: z.int() }).meta({ id: "UploadedImport" });

/** How an import treats lines of products that the store does not have, and what it takes as given. */
export const importRules = z.strictObject({
  /** Whether unknown products become drafts. */
  create: z.boolean().default(false),
  /** What drafts get whose line does not say so. */
  brand_id: z.int().positive().nullable().default(null),
  category_id: z.int().positive().nullable().default(null),
  weight_g: z.int().positive().max(1_000_000).nullable().default(null),
  /** Whether the pieces of the file are added to the stock, instead of replacing it. */
  adds_stock: z.boolean().default(false),
  /** The currency of costs. */
  cost_currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default("JPY"),
});
export type ImportRules = z.infer<typeof importRules>;

const encoding = z.enum(textEncodings);
const delimiter = z.enum(delimiters);
/** The names of columns are in the first records, in one or several of them. */
export const MAX_HEADER_ROW = 1000;
const headerRow = z.coerce.number().int().min(1).max(MAX_HEADER_ROW);
const headerRows = z.coerce.number().int().min(1).max(5);
const sheet = z.string().min(1).max(100);

export const mappingRequest = z
  .strictObject({
    encoding: encoding.nullable(),
    delimiter: delimiter.nullable(),
    header_row: headerRow,
    /** How many records from `header_row` on have the names of the columns. */
    header_rows: headerRows.default(1),
    /** The sheet of a spreadsheet; null for other formats. */
    sheet: sheet.nullable().default(null),
    supplier_id: z.int().positive().nullable().default(null),
    /** The field of each column, in the order of the file. */
    columns: z.array(field.nullable()).min(1).max(MAX_COLUMNS),
    rules: importRules,
    /** The name under which the columns are remembered; null to remember nothing. */
    profile_name: z.string().trim().min(1, "required").max(80, "too_long").nullable().default(null),
  })
  .meta({ id: "ImportMappingRequest" });
export type MappingRequest = z.infer<typeof mappingRequest>;

/** A problem or an effect, with its text in the language of the person. */
const finding = z.object({ code: z.string(), text: z.string() });

export const changedImport = z.object({ id: z.int(), status: importStatus }).meta({ id: "ChangedImport" });

const kindCounts = z.partialRecord(z.enum(changeKinds), z.object({ count: z.int(), included: z.int() }));

const listedImport = z.object({
  id: z.int(),
  file_name: z.string(),
  bytes: z.int(),
  format: z.enum(importFormats),
  status: importStatus,
  failure: finding.nullable(),
  lines: z.int().nullable(),
  /** The lines that the running step has read. */
  progress: z.int(),
  author: z.string(),
  profile_name: z.string().nullable(),
  created_at: z.iso.datetime(),
  applied_at: z.iso.datetime().nullable(),
  result: z.record(z.string(), z.int()).nullable(),
});
export type ListedImport = z.infer<typeof listedImport>;

export const importListQuery = z.object({
  /** The cursor `next` of the page before. */
  after: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export type ImportListQuery = z.infer<typeof importListQuery>;

export const importPage = z
  .object({ items: z.array(listedImport), next: z.int().nullable() })
  .meta({ id: "ImportPage" });
export type ImportPage = z.infer<typeof importPage>;

/** What the file is read with instead of what was detected or chosen. */
export const importQuery = z.object({
  encoding: encoding.optional(),
  delimiter: delimiter.optional(),
  header_row: headerRow.optional(),
  header_rows: headerRows.optional(),
  sheet: sheet.optional(),
});

export const importDetail = z
  .object({
    ...listedImport.shape,
    /** Why the file cannot be read as it is read now; null if it can. */
    problem: finding.nullable(),
    encoding: encoding.nullable(),
    is_encoding_detected: z.boolean(),
    delimiter: delimiter.nullable(),
    header_row: z.int(),
    header_rows: z.int(),
    sheet: z.string().nullable(),
    /** The visible sheets of a spreadsheet. */
    sheets: z.array(z.string()),
    supplier_id: z.int().nullable(),
    /** The suppliers of the store. */
    suppliers: z.array(z.object({ id: z.int(), name: z.string() })),
    /** The columns of the file with their first values; empty while the encoding is unknown or the file is deleted. */
    columns: z.array(
      z.object({
        name: z.string(),
        samples: z.array(z.string()),
        field: field.nullable(),
        /** Where the field comes from. */
        source: z.enum(["chosen", "profile", "suggested", "none"]),
      }),
    ),
    rules: importRules,
    /** The fields that a column can have, with their names. */
    fields: z.array(z.object({ field, name: z.string() })),
    /** Whether the file is still stored. */
    has_file: z.boolean(),
    counts: z.object({ unchanged: z.int(), unmatched: z.int(), kinds: kindCounts }),
    /** How many changes have an effect, by its code. */
    effects: z.record(z.string(), z.int()),
    checked_at: z.iso.datetime().nullable(),
    is_cancel_requested: z.boolean(),
    /** Until when it can be undone; null if it cannot. */
    undo_until: z.iso.datetime().nullable(),
    /** The permissions that its columns need and the person does not have. */
    missing_permissions: z.array(z.string()),
  })
  .meta({ id: "ImportDetail" });
export type ImportDetail = z.infer<typeof importDetail>;

export const changeViews = ["all", "outliers", ...changeKinds] as const;
export type ChangeView = (typeof changeViews)[number];
export const changeListQuery = z.object({
  view: z.enum(changeViews).default("all"),
  /** An effect, by its code. */
  effect: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional(),
  /** A line number, or part of a reference or name. */
  q: z.string().trim().min(1).max(120).optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});
export type ChangeListQuery = z.infer<typeof changeListQuery>;
export const CHANGES_PER_PAGE = 100;

const listedChange = z.object({
  line: z.int(),
  kind: z.enum(changeKinds),
  product_id: z.int().nullable(),
  reference: z.string(),
  name: z.string(),
  image: picture.nullable(),
  fields: z.array(
    z.object({
      field: z.string(),
      name: z.string(),
      /** Amounts are numbers in `currency`. */
      from: z.union([z.string(), z.number(), z.null()]),
      to: z.union([z.string(), z.number(), z.null()]),
      currency: z.string().nullable(),
      /** The growth in percent; null without a meaning. */
      growth: z.number().nullable(),
    }),
  ),
  effects: z.array(finding),
  is_outlier: z.boolean(),
  problem: finding.nullable(),
  is_included: z.boolean(),
});
export type ListedChange = z.infer<typeof listedChange>;

export const importChangePage = z
  .object({ items: z.array(listedChange), total: z.int(), page: z.int() })
  .meta({ id: "ImportChangePage" });
export type ImportChangePage = z.infer<typeof importChangePage>;

/** Takes changes into the import or leaves them out: all of a kind, or one. */
export const selectionRequest = z
  .strictObject({
    kind: z.enum(changeKinds),
    line: z.int().positive().nullable().default(null),
    is_included: z.boolean(),
  })
  .meta({ id: "ImportSelectionRequest" });

export const deletedProfile = z.object({ id: z.int() });

export const importProfiles = z
  .object({
    items: z.array(
      z.object({ id: z.int(), name: z.string(), columns: z.int(), author: z.string(), updated_at: z.iso.datetime() }),
    ),
  })
  .meta({ id: "ImportProfiles" });
export type ImportProfiles = z.infer<typeof importProfiles>;
