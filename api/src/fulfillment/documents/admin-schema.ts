import { z } from "zod";
import type { Refusals } from "../../platform/http/errors.ts";

export const refusals = {
  document_not_available: 409,
  documents_per_shipment: 409,
  text_not_drawable: 422,
  document_erased: 410,
} as const satisfies Refusals;

const documentKinds = ["invoice", "packing_slip", "customs_data_sheet"] as const;
const documentKind = z.enum(documentKinds);
export type DocumentKind = z.infer<typeof documentKind>;

export const documentInput = z.object({
  kind: documentKind,
  /** The shipment whose pieces, weight and sums it has. Required if the order has several. */
  shipment_id: z.int().positive().optional(),
});

/** A printed document; its file is at `documents/{id}/file`. */
export const document = z
  .object({
    id: z.int(),
    kind: documentKind,
    /** Unique for its kind: `INV-26-4471`. */
    number: z.string(),
    order_id: z.int(),
    /** Of several shipments the one that it belongs to; null if it belongs to the whole order. */
    shipment: z.object({ id: z.int(), number: z.int() }).nullable(),
    locale: z.enum(["ru-RU", "en-US"]),
    created_at: z.iso.datetime(),
    /** Null if it was printed by a command. */
    created_by: z.object({ id: z.int(), name: z.string() }).nullable(),
    /** When a later document of this kind replaced it; null if it is current. */
    superseded_at: z.iso.datetime().nullable(),
    /** Whether its file was erased with the personal data of the customer. */
    is_erased: z.boolean(),
  })
  .meta({ id: "AdminDocument" });
export type Document = z.infer<typeof document>;

export const orderDocuments = z.array(document);

/** The document that an order or shipment has now; an unchanged one is not printed again. */
export const createdDocument = document.pick({ id: true, number: true, kind: true });
export type CreatedDocument = z.infer<typeof createdDocument>;

export const documentQuery = z.object({
  kind: documentKind.optional(),
  order_id: z.coerce.number().int().min(100_000_000).max(999_999_999).optional(),
  /** The `next` of the page before. */
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type DocumentQuery = z.infer<typeof documentQuery>;

export const documentPage = z
  .object({
    /** The newest first, also those that are superseded. */
    items: z.array(document),
    /** For `before` of the next page; null if there is none. */
    next: z.int().nullable(),
  })
  .meta({ id: "AdminDocumentPage" });
export type DocumentPage = z.infer<typeof documentPage>;

const MAX_MERGED_DOCUMENTS = 100;

export const mergedDocumentsQuery = z.object({
  /** Ids of documents, separated by commas; they are printed in this sequence. */
  ids: z
    .string()
    .transform((list) => list.split(","))
    .pipe(
      z
        .array(
          z
            .string()
            .regex(/^[1-9]\d{0,14}$/)
            .transform(Number),
        )
        .min(1)
        .max(MAX_MERGED_DOCUMENTS),
    ),
});
