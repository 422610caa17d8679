import { z } from "zod";

/** The lists whose columns can be chosen. */
export const listResources = ["orders", "returns", "payments", "products", "audit"] as const;
export type ListResource = (typeof listResources)[number];

export const listParams = z.object({ resource: z.enum(listResources) });

/** How a person has arranged a list. */
export const listPreference = z
  .object({
    /** The columns in their order; empty: those of everybody. Columns that the list no longer has are ignored. */
    columns: z.array(z.string()),
    is_compact: z.boolean(),
  })
  .meta({ id: "ListPreference" });
export type ListPreference = z.infer<typeof listPreference>;

const columnKey = z.string().regex(/^[a-z_]{1,40}$/, "invalid");

/** Only what is sent changes. */
export const changeListPreferenceRequest = z
  .strictObject({
    columns: z
      .array(columnKey)
      .max(30, "too_long")
      .refine((columns) => new Set(columns).size === columns.length, "invalid"),
    is_compact: z.boolean(),
  })
  .partial()
  .meta({ id: "ChangeListPreferenceRequest" });
export type ListPreferenceChanges = z.infer<typeof changeListPreferenceRequest>;
