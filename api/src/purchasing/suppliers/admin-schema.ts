import { z } from "zod";
import { isoCode } from "../../money/schema.ts";
import { fieldEdit, recordEdit } from "../../platform/changes/schema.ts";

/** The refusals of changes of suppliers. */
export const refusals = {
  supplier_exists: 409,
  supplier_not_found: 404,
} as const;

const name = z.string().trim().min(1, "required").max(120, "too_long");
const email = z.union([z.literal(""), z.email("invalid").max(254, "too_long")]);
const contact = z.string().trim().max(500, "too_long");
const leadDays = z.int().min(0, "too_low").max(365, "too_high");
const note = z.string().trim().max(1000, "too_long");

/** Who sells goods to the store. */
export const supplier = z
  .object({
    id: z.int(),
    name: z.string(),
    /** That of its prices. */
    currency: isoCode,
    email: z.string(),
    contact: z.string(),
    /** How many days pass from an order until the goods arrive. */
    lead_days: z.int(),
    note: z.string(),
    /** Whether new orders can be placed with it. */
    is_active: z.boolean(),
  })
  .meta({ id: "Supplier" });
export type Supplier = z.infer<typeof supplier>;

/** A supplier with the figures of its orders in the last 365 days. */
const listedSupplier = supplier
  .extend({
    /** Orders that were sent to it. */
    orders: z.int(),
    /** How many days its completed orders took on average; null without one. */
    average_days: z.int().nullable(),
    /** The share of ordered pieces of completed orders that did not arrive or were damaged, in percent; null without one. */
    missing_percent: z.number().nullable(),
  })
  .meta({ id: "ListedSupplier" });
export type ListedSupplier = z.infer<typeof listedSupplier>;

export const supplierList = z
  .object({
    items: z.array(listedSupplier),
    /** The currencies in which suppliers can have their prices. */
    currencies: z.array(isoCode),
  })
  .meta({ id: "SupplierList" });
export type SupplierList = z.infer<typeof supplierList>;

export const createSupplierRequest = z
  .strictObject({
    name,
    currency: isoCode,
    email: email.default(""),
    contact: contact.default(""),
    lead_days: leadDays,
    note: note.default(""),
  })
  .meta({ id: "CreateSupplierRequest" });
export type NewSupplier = z.infer<typeof createSupplierRequest>;

export const editSupplierRequest = recordEdit({
  name: fieldEdit(name),
  currency: fieldEdit(isoCode),
  email: fieldEdit(email),
  contact: fieldEdit(contact),
  lead_days: fieldEdit(leadDays),
  note: fieldEdit(note),
  is_active: fieldEdit(z.boolean()),
}).meta({ id: "EditSupplierRequest" });

export const changedSupplier = z.object({ id: z.int() }).meta({ id: "ChangedSupplier" });
