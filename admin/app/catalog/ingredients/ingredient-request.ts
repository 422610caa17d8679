import { data, redirect } from "react-router";
import { toFormErrors } from "../../api-client/form-errors.ts";
import type { RequestContext } from "../../api-client/request-context.ts";
import { type ExecutedAction, offerUndo } from "../../api-client/undo-cookie.ts";
import { ingredientFields, parseIngredientText, readIngredientEdits } from "./ingredient-fields.ts";

const PATH = "/ingredients";

/** Executes what the form of an ingredient does, and returns to the list. @returns why it was refused */
export async function executeIngredientAction(requestContext: RequestContext, form: FormData, listPath: string) {
  const { edits, changes } = readIngredientEdits(form);
  const call = createCall(form, changes);
  if (call)
    try {
      const { path, action, ...request } = call;
      const executed = await requestContext.call<ExecutedAction>(path.slice(1), request);
      await offerUndo(requestContext, executed, { action, path: PATH });
    } catch (error) {
      const errors = toFormErrors(error, requestContext, [404]);
      return data({ ...errors.data, edits }, errors.init ?? {});
    }
  throw redirect(listPath);
}

/** Returns the call of the API; null if nothing was changed. */
function createCall(form: FormData, changes: object) {
  const id = form.get("id");
  if (id === null) {
    const values = ingredientFields.map((field) => [
      field,
      parseIngredientText(field, String(form.get(field) ?? "").trim()),
    ]);
    return {
      path: PATH,
      method: "POST",
      body: Object.fromEntries(values) as object,
      action: "ingredient.created",
    } as const;
  }
  const path = `${PATH}/${Number(id)}` as const;
  if (form.get("intent") === "delete")
    return { path, method: "DELETE", body: {}, action: "ingredient.deleted" } as const;
  if (Object.keys(changes).length === 0) return null;
  return { path, method: "PATCH", body: { changes }, action: "ingredient.updated" } as const;
}
