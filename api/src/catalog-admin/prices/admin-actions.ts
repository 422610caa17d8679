import type { z } from "zod";
import type { Tx } from "../../platform/db/database.ts";
import { type ActionContext, type ActionOutcome, adminAction, type BatchOutcome } from "../../staff/admin-action.ts";
import { changePriceRequest, restorePriceRequest, variantParams } from "./admin-schema.ts";
import { type ChangedPrice, changePrices, restorePrices } from "./change-prices.ts";

type Params = z.output<typeof variantParams>;

/** The history of a product has the prices of its variants. */
const subject = ({ id: { productId } }: Params) => ({ kind: "product", id: productId });

/** Executes a batch for one record. @throws its refusal */
function runAlone<Input>(
  runBatch: (
    tx: Tx,
    calls: readonly { params: Params; input: Input }[],
    context: ActionContext,
  ) => Promise<readonly BatchOutcome<ChangedPrice | null>[]>,
) {
  return async (
    tx: Tx,
    params: Params,
    input: Input,
    context: ActionContext,
  ): Promise<ActionOutcome<ChangedPrice | null>> => {
    const [outcome] = await runBatch(tx, [{ params, input }], context);
    if (!outcome) throw new Error("a change of a price has no outcome");
    if ("refusal" in outcome) throw outcome.refusal;
    return outcome;
  };
}

/** Gives a variant the price of a rule, or one that was entered by hand (docs/domain/prices.md). */
export const changePrice = adminAction({
  name: "product.price_changed",
  permission: "prices:write",
  params: variantParams,
  input: changePriceRequest,
  subject,
  stepUp: () => false,
  run: runAlone(changePrices),
  runBatch: changePrices,
  inverse: ({ params: { id }, result }) =>
    result && {
      action: "product.price_restored",
      params: { id: `${id.productId}-${id.optionId}` },
      input: { from: result.to, to: result.from },
    },
});

/** Takes back a change of a price. */
export const restorePrice = adminAction({
  name: "product.price_restored",
  permission: "prices:write",
  params: variantParams,
  input: restorePriceRequest,
  subject,
  stepUp: () => false,
  run: runAlone(restorePrices),
  runBatch: restorePrices,
  inverse: null,
});
