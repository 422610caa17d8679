import { redirectDocument } from "react-router";
import type { RequestContext } from "../api-client/request-context.ts";

/**
 * Returns the result of a form, unless the session has expired: then the shopper is redirected to the sign-in dialog in
 * a new document, and from there back to `returnPath`.
 * @throws Response the redirect
 */
export function requireSignIn<T extends object>(
  requestContext: Pick<RequestContext, "to">,
  returnPath: string,
  result: T,
): T {
  const isSignedOut = "code" in result && result.code === "unauthenticated";
  if (isSignedOut) throw redirectDocument(requestContext.to(`/?auth=1&from=${encodeURIComponent(returnPath)}`));
  return result;
}
