import { z } from "zod";
import { idParams } from "../../platform/http/id-params.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { restoreOptionRequest } from "./admin-schema.ts";
import { changeWithdrawal, removeOption, restoreOption } from "./change-options.ts";

const permission = "products:write";
const stepUp = () => false;
const input = z.strictObject({});
/** A product and one of its options. */
const optionParams = z.object({ id: idParams.shape.id, option: idParams.shape.id });
type Params = z.output<typeof optionParams>;
const subject = ({ id }: Params) => ({ kind: "product", id });
const toKey = ({ id, option }: Params) => ({ productId: id, optionId: option });
const toParams = ({ id, option }: Params) => ({ id: String(id), option: String(option) });

/** Withdraws an option from sale; orders keep it (docs/domain/catalog-admin.md). */
export const withdrawOption = adminAction({
  ...{ name: "product.option_withdrawn", permission, params: optionParams, input, subject, stepUp },
  run: async (tx, params, _input, { now }) => changeWithdrawal(tx, toKey(params), now),
  inverse: ({ params }) => ({ action: "product.option_offered", params: toParams(params), input: {} }),
});

/** Offers an option again that was withdrawn. */
export const offerOption = adminAction({
  ...{ name: "product.option_offered", permission, params: optionParams, input, subject, stepUp },
  run: async (tx, params) => changeWithdrawal(tx, toKey(params), null),
  inverse: ({ params }) => ({ action: "product.option_withdrawn", params: toParams(params), input: {} }),
});

/** Deletes an option to which nothing refers. */
export const removeOptionAction = adminAction({
  ...{ name: "product.option_deleted", permission, params: optionParams, input, subject, stepUp },
  run: async (tx, params) => removeOption(tx, toKey(params)),
  inverse: ({ params, result: { values } }) => ({
    action: "product.option_restored",
    params: toParams(params),
    input: { values },
  }),
});

/** Takes back the deletion of an option. */
export const restoreOptionAction = adminAction({
  ...{
    name: "product.option_restored",
    permission,
    params: optionParams,
    input: restoreOptionRequest,
    subject,
    stepUp,
  },
  run: async (tx, params, { values }) => restoreOption(tx, toKey(params), values),
  inverse: null,
});
