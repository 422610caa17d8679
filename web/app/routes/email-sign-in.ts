import type { EmailStep, RequestedCode } from "@furoshiki/api/account/email-sign-in";
import type { Session } from "@furoshiki/api/account";
import type { Cart } from "@furoshiki/api/cart";
import { data } from "react-router";
import { ApiError, getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { createErrorResult, createSuccessResult, getFormValue, getFormValues } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createDeviceCookie } from "../http/device-cookie.ts";
import { createSessionCookie } from "../http/session-cookie.ts";
import type { Route } from "./+types/email-sign-in";

/**
 * The steps of a checkout that begins with an email: `begin` gives the email, `resend` requests another code, and
 * `verify` signs in with the code. A result with `code_token` asks for the code that was sent; `signed_in` says that
 * the session cookie is set (docs/domain/accounts.md).
 */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const { email = "", code_token = "" } = getFormValues(form, ["email", "code_token"]);
  try {
    switch (getFormValue(form, "intent")) {
      case "begin": {
        const step = await requestContext.call<EmailStep>("/v1/login/email", { method: "POST", body: { email } });
        return step.session
          ? signIn(requestContext, step.session)
          : createSuccessResult(null, { email, code_token: step.code_token ?? "" });
      }
      case "resend": {
        const { data: requested, message } = await requestContext.callWithMessage<RequestedCode>("/v1/login/code", {
          method: "POST",
          body: { email },
        });
        return createSuccessResult(message ?? null, { email, code_token: requested.code_token });
      }
      case "verify": {
        const session = await requestContext.call<Session>("/v1/login/code/verify", {
          method: "POST",
          body: { code_token, code: getFormValue(form, "code") },
        });
        await moveCart(requestContext, session.token);
        return signIn(requestContext, session);
      }
      default:
        throw new Response(null, { status: 400 });
    }
  } catch (error) {
    const challenge = error instanceof ApiError ? error.data["challenge"] : undefined;
    return createErrorResult(error, {
      ...{ email, code_token },
      ...(typeof challenge === "string" ? { challenge } : {}),
    });
  }
}

function signIn({ server: { secureCookies } }: RequestContext, session: Session) {
  const headers = new Headers({ "set-cookie": createSessionCookie(session.token, false, secureCookies) });
  headers.append("set-cookie", createDeviceCookie(session.device_token, secureCookies));
  return data(createSuccessResult(null, { signed_in: "1" }), { headers });
}

/** Adds the lines of a checkout without an account to the cart of the customer who has signed in from it. */
async function moveCart(requestContext: RequestContext, token: string): Promise<void> {
  if (!requestContext.token) return;
  try {
    const cart = await requestContext.call<Cart>("/v1/user/cart");
    const lines = cart.cart_items.items.map(({ cart_id, product, option_id, qty }) => ({
      ...{ cart_id, product_id: product.id, option_id, qty },
    }));
    if (lines.length === 0) return;
    const headers = { authorization: `Bearer ${token}` };
    await requestContext.call("/v1/user/cart?merge=1", { method: "POST", headers, body: lines });
  } catch (error) {
    // The sign-in has succeeded: lines that cannot be moved do not undo it.
    if (!(error instanceof ApiError)) throw error;
  }
}
