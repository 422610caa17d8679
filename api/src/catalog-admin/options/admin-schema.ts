import { z } from "zod";

/** The refusals of changes of options. */
export const refusals = {
  option_in_use: 409,
  state_changed: 409,
} as const;

export const changedOption = z
  .object({ product_id: z.int(), option_id: z.int(), is_withdrawn: z.boolean() })
  .meta({ id: "ChangedProductOption" });
export type ChangedOption = z.infer<typeof changedOption>;

/** The columns of an option, for its restoration. */
const optionValues = z.record(z.string(), z.unknown());
export const deletedOption = z
  .object({ product_id: z.int(), option_id: z.int(), values: optionValues })
  .meta({ id: "DeletedProductOption" });
export type DeletedOption = z.infer<typeof deletedOption>;

export const restoreOptionRequest = z.strictObject({ values: optionValues });
