import type { PasskeyCreationOptions, PasskeyRequestOptions } from "@furoshiki/api/account/passkeys";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import type { PasskeyOptionsResult } from "../account/passkeys/passkey-options.ts";
import { getFormValue } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import type { Route } from "./+types/passkey-options";

/** Returns the options with which a browser signs in with a passkey, or makes one (`intent` is `sign_in` or `add`). */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { call } = getRequestContext({ context });
  const intent = getFormValue(await parseFormData(request), "intent");
  if (intent !== "sign_in" && intent !== "add") return new Response(null, { status: 400 });
  try {
    const path = intent === "add" ? "/v1/user/passkeys/options" : "/v1/login/passkey/options";
    const options = await call<PasskeyCreationOptions | PasskeyRequestOptions>(path, { method: "POST" });
    return createResponse({ ok: true, options });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return createResponse({ ok: false, code: error.code, message: error.message });
  }
}

function createResponse(result: PasskeyOptionsResult): Response {
  return Response.json(result, { headers: { "cache-control": "no-store" } });
}
