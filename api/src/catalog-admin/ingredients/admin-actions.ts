import { z } from "zod";
import { reverseChanges } from "../../platform/changes/compare-fields.ts";
import type { FieldEdit } from "../../platform/changes/schema.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { ingredientEdit, newIngredient, restoreIngredientRequest } from "./admin-schema.ts";
import { createIngredient, editIngredient, removeIngredient, restoreIngredient } from "./change-ingredients.ts";

const permission = "products:write";
const stepUp = () => false;
const subject = ({ id }: { id: number }) => ({ kind: "ingredient", id });

/** Adds an ingredient (docs/domain/catalog-admin.md). */
export const createIngredientAction = adminAction({
  ...{ name: "ingredient.created", permission, params: z.object({}), input: newIngredient, stepUp },
  subject: (_params, { id }: { id: number }) => ({ kind: "ingredient", id }),
  run: async (tx, _params, input) => createIngredient(tx, input),
  inverse: ({ result: { id } }) => ({ action: "ingredient.deleted", params: { id: String(id) }, input: {} }),
});

/** Changes an ingredient. */
export const editIngredientAction = adminAction({
  ...{ name: "ingredient.updated", permission, params: idParams, input: ingredientEdit, subject, stepUp },
  run: async (tx, { id }, { changes }) =>
    editIngredient(tx, id, changes as Readonly<Record<string, FieldEdit | undefined>>),
  inverse: ({ params: { id }, changes }) => ({
    action: "ingredient.updated",
    params: { id: String(id) },
    input: { changes: reverseChanges(changes) },
  }),
});

/** Deletes an ingredient. */
export const removeIngredientAction = adminAction({
  ...{ name: "ingredient.deleted", permission, params: idParams, input: z.strictObject({}), subject, stepUp },
  run: async (tx, { id }) => removeIngredient(tx, id),
  inverse: ({ result: { id, values } }) => ({
    action: "ingredient.restored",
    params: { id: String(id) },
    input: { values },
  }),
});

/** Takes back the deletion of an ingredient. */
export const restoreIngredientAction = adminAction({
  ...{ name: "ingredient.restored", permission, params: idParams, input: restoreIngredientRequest, subject, stepUp },
  run: async (tx, { id }, { values }) => restoreIngredient(tx, id, values),
  inverse: null,
});
