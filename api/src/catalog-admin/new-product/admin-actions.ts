import { z } from "zod";
import { idParams } from "../../platform/http/id-params.ts";
import { adminAction, requirePermission } from "../../staff/admin-action.ts";
import { type AddedOption, addOptionRequest, type CreatedProduct, createProductRequest } from "./admin-schema.ts";
import { addOption, createProduct } from "./create-product.ts";

/** Creates a product as a draft. It has no inverse, since a draft is in no list of the store. */
export const createProductAction = adminAction({
  name: "product.created",
  permission: "products:write",
  params: z.object({}),
  input: createProductRequest,
  subject: (_params, { id }: CreatedProduct) => ({ kind: "product", id }),
  stepUp: () => false,
  run: async (tx, _params, input, context) => {
    if (input.price !== null) requirePermission(context, "prices:write");
    const result = await createProduct(tx, input, context.now);
    const { slug } = result;
    const fields = Object.entries({ ...input, slug }).filter(([, value]) => value !== null);
    return { result, changes: fields.map(([field, to]) => ({ field, from: null, to })) };
  },
  inverse: null,
});

/** Adds an option to a product, or its price to a product without one. Orders may refer to it, so that it stays. */
export const addOptionAction = adminAction({
  name: "product.option_added",
  permission: "prices:write",
  params: idParams,
  input: addOptionRequest,
  subject: (_params, { product_id }: AddedOption) => ({ kind: "product", id: product_id }),
  stepUp: () => false,
  run: async (tx, { id }, input) => {
    const result = await addOption(tx, id, input);
    const prefix = `option_${result.option_id}`;
    const fields = Object.entries(input).filter(([, value]) => value !== "");
    return { result, changes: fields.map(([field, to]) => ({ field: `${prefix}_${field}`, from: null, to })) };
  },
  inverse: null,
});
