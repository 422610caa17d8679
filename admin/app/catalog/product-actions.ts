import { data, redirect } from "react-router";
import { toFormErrors } from "../api-client/form-errors.ts";
import type { RequestContext } from "../api-client/request-context.ts";
import { type ExecutedAction, offerUndo } from "../api-client/undo-cookie.ts";
import { deleteDraft } from "../drafts/delete-draft.ts";
import { parseNumber, readProductEdits, toApiChanges } from "./product-form.ts";

const statusActions = {
  publish: "product.published",
  hide: "product.hidden",
  discontinue: "product.discontinued",
} as const;

/** What the buttons of the editor do: the API call, and the name of its action. */
function createCall(form: FormData, id: number) {
  const intent = String(form.get("intent"));
  const getText = (name: string) => String(form.get(name) ?? "");
  if (intent === "save") {
    const body = { changes: toApiChanges(readProductEdits(form)) };
    return { path: `products/${id}`, method: "PATCH", body, action: "product.updated" } as const;
  }
  if (intent === "confirm_translation") {
    const body = { field: getText("field"), hash: getText("hash") };
    const path = `products/${id}/confirm-translation`;
    return { path, method: "POST", body, action: "product.translation_confirmed" } as const;
  }
  if (intent === "add_option") {
    const body = { name_ru: getText("name_ru"), name_en: getText("name_en"), price: parseNumber(getText("price")) };
    return { path: `products/${id}/options`, method: "POST", body, action: "product.option_added" } as const;
  }
  if (intent === "change_option") return createOptionCall(getText("option"), id);
  if (intent === "publish" || intent === "hide" || intent === "discontinue")
    return {
      ...({ path: `products/${id}/${intent}`, method: "POST", body: { from: getText("from") } } as const),
      action: statusActions[intent],
    };
  throw data(null, { status: 400 });
}

const optionActions = {
  withdraw: { method: "POST", action: "product.option_withdrawn" },
  offer: { method: "POST", action: "product.option_offered" },
  delete: { method: "DELETE", action: "product.option_deleted" },
} as const;

/** What a button of an option does: the change and the id of the option, such as `withdraw 12`. */
function createOptionCall(value: string, id: number) {
  const [, name, option] = /^(withdraw|offer|delete) ([1-9]\d{0,9})$/.exec(value) ?? [];
  if (name === undefined) throw data(null, { status: 400 });
  const path = `products/${id}/options/${option}` as const;
  return {
    ...optionActions[name as keyof typeof optionActions],
    ...{ path: name === "delete" ? path : (`${path}/${name}` as const), body: {} },
  };
}

/** Executes what a button of the editor does, and returns to the page. @returns why it was refused */
export async function executeProductAction(
  requestContext: RequestContext,
  id: number,
  { form, path }: { form: FormData; path: string },
) {
  const { action, path: apiPath, ...call } = createCall(form, id);
  const isUnchanged = "changes" in call.body && Object.keys(call.body.changes).length === 0;
  if (!isUnchanged)
    try {
      const executed = await requestContext.call<ExecutedAction>(apiPath, call);
      await offerUndo(requestContext, executed, { action, path });
    } catch (error) {
      return toFormErrors(error, requestContext);
    }
  if (action === "product.updated") await deleteDraft(requestContext, { kind: "product", id });
  throw redirect(path);
}
