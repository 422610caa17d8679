import { data, redirect } from "react-router";
import { readFieldEdits } from "../../api-client/field-edits.ts";
import { toFormErrors } from "../../api-client/form-errors.ts";
import type { RequestContext } from "../../api-client/request-context.ts";
import { type ExecutedAction, offerUndo } from "../../api-client/undo-cookie.ts";
import { parseMove } from "./category-tree.ts";
import { listFields, parseTermEdits, parseTermText, termPages, type TermPath } from "./term-kinds.ts";

/** Executes what a form of the page does, and returns to the list. @returns why it was refused */
export async function executeTermAction(requestContext: RequestContext, path: TermPath, form: FormData) {
  const edits = readFieldEdits(
    form,
    listFields(path, false).map(({ name }) => name),
  );
  const call = createCall(path, form, parseTermEdits(path, edits));
  if (call)
    try {
      const { path: apiPath, action, ...request } = call;
      const executed = await requestContext.call<ExecutedAction>(apiPath.slice(1), request);
      await offerUndo(requestContext, executed, { action, path });
    } catch (error) {
      const errors = toFormErrors(error, requestContext, [404]);
      return data({ ...errors.data, edits }, errors.init ?? {});
    }
  throw redirect(path);
}

/** Returns the call of the API; null if nothing was changed. */
function createCall(path: TermPath, form: FormData, changes: object) {
  const { kind } = termPages[path];
  const move = parseMove(String(form.get("move") ?? ""));
  if (move) {
    const { id, ...body } = move;
    return { path: `/categories/${id}/move`, method: "POST", body, action: "category.moved" } as const;
  }
  const id = form.get("id");
  if (id === null) {
    const fields = listFields(path, true).map((field) => [
      field.name,
      parseTermText(field, String(form.get(field.name) ?? "").trim()),
    ]);
    return { path, method: "POST", body: Object.fromEntries(fields) as object, action: `${kind}.created` } as const;
  }
  const apiPath = `${path}/${Number(id)}` as const;
  if (form.get("intent") === "delete")
    return { path: apiPath, method: "DELETE", body: {}, action: `${kind}.deleted` } as const;
  if (Object.keys(changes).length === 0) return null;
  return { path: apiPath, method: "PATCH", body: { changes }, action: `${kind}.updated` } as const;
}
