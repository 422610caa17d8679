import { visitOf } from "../lib/api.ts";
import { textOf } from "../lib/form-answer.ts";
import { formDataOf } from "../lib/request-body.ts";
import type { Route } from "./+types/analytics-consent";

/** Writes down what the visitor said in the consent bar; answers with his receipt. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await formDataOf(request);
  const body = { given: textOf(form, "given") === "1", receipt: textOf(form, "receipt") };
  return Response.json(
    await visitOf({ context }).call<{ receipt: string | null }>("/v1/consents/analytics", { method: "POST", body }),
  );
}
