import { lockProduct } from "../../catalog/products/product-editing.ts";
import {
  deleteOption,
  insertDeletedOption,
  lockOption,
  type OptionKey,
  type OptionValues,
  setOptionWithdrawn,
} from "../../catalog/products/product-options.ts";
import type { FieldChange } from "../../platform/audit/audit-log.ts";
import type { Tx } from "../../platform/db/database.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import type { ActionOutcome } from "../../staff/admin-action.ts";
import { type ChangedOption, type DeletedOption, refusals } from "./admin-schema.ts";

/**
 * Withdraws an option from sale, or offers it again. It stays in orders, and its stock in the ledger.
 * @param withdrawnAt null to offer it again
 * @throws Refusal `not_found`; `state_changed` if it is so already
 */
export async function changeWithdrawal(
  tx: Tx,
  key: OptionKey,
  withdrawnAt: Date | null,
): Promise<ActionOutcome<ChangedOption>> {
  const option = await lockOption(tx, key);
  if (!option) throw refuse(commonRefusals, "not_found");
  const isWithdrawn = withdrawnAt !== null;
  if ((option.withdrawn_at !== null) === isWithdrawn) throw refuse(refusals, "state_changed");
  await setOptionWithdrawn(tx, key, withdrawnAt);
  return {
    result: { product_id: key.productId, option_id: key.optionId, is_withdrawn: isWithdrawn },
    changes: [{ field: `option_${key.optionId}_withdrawn`, from: !isWithdrawn, to: isWithdrawn }],
  };
}

/**
 * Deletes an option to which nothing refers.
 * @throws Refusal `not_found`; `option_in_use` if something refers to it: it can be withdrawn
 */
export async function removeOption(tx: Tx, key: OptionKey): Promise<ActionOutcome<DeletedOption>> {
  const option = await lockOption(tx, key);
  if (!option) throw refuse(commonRefusals, "not_found");
  if (!option.is_unused) throw refuse(refusals, "option_in_use");
  const values = await deleteOption(tx, key);
  return {
    result: { product_id: key.productId, option_id: key.optionId, values },
    changes: listNames(key, values).map(({ field, value }): FieldChange => ({ field, from: value, to: null })),
  };
}

/** Takes back a deletion. @throws Refusal `not_found`; `state_changed` if it does not fit the product any more */
export async function restoreOption(
  tx: Tx,
  key: OptionKey,
  values: OptionValues,
): Promise<ActionOutcome<ChangedOption>> {
  if (!(await lockProduct(tx, key.productId))) throw refuse(commonRefusals, "not_found");
  const own = { product_id: key.productId, option_id: key.optionId };
  const isInserted = await insertDeletedOption(tx, { ...values, ...own });
  if (!isInserted) throw refuse(refusals, "state_changed");
  return {
    result: { ...own, is_withdrawn: values["withdrawn_at"] !== null },
    changes: listNames(key, values).map(({ field, value }): FieldChange => ({ field, from: null, to: value })),
  };
}

function listNames({ optionId }: OptionKey, values: OptionValues) {
  return ["name_ru", "name_en"].map((name) => ({ field: `option_${optionId}_${name}`, value: values[name] ?? null }));
}
