import type { Session, User } from "@furoshiki/api/account";
import type { Cart } from "@furoshiki/api/cart";
import { ApiError, type RequestContext } from "../../api-client/request-context.ts";
import { createDeviceCookie } from "../../http/device-cookie.ts";
import { createSessionCookie } from "../../http/session-cookie.ts";

/**
 * Completes a sign-in: adds the lines of a checkout without an account, if one is going on in this browser, to the cart
 * of the customer.
 * @returns the headers of `createSignInHeaders`
 */
export async function completeSignIn(
  requestContext: RequestContext,
  session: Pick<Session, "token" | "device_token">,
  remember: boolean,
): Promise<Headers> {
  await moveCheckoutCart(requestContext, session.token);
  return createSignInHeaders(requestContext, session, remember);
}

/** Returns the headers that set the session cookie and the device cookie. */
export function createSignInHeaders(
  { server: { secureCookies } }: RequestContext,
  session: Pick<Session, "token" | "device_token">,
  remember: boolean,
): Headers {
  const headers = new Headers({ "set-cookie": createSessionCookie(session.token, remember, secureCookies) });
  headers.append("set-cookie", createDeviceCookie(session.device_token, secureCookies));
  return headers;
}

async function moveCheckoutCart(requestContext: RequestContext, token: string): Promise<void> {
  if (!requestContext.token) return;
  try {
    // The cart of another account stays where it is.
    if ((await requestContext.call<User>("/v1/user")).has_account) return;
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
