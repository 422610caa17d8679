import type { SignInState } from "@furoshiki/api/admin/staff";
import { ApiError, type RequestContext } from "../api-client/request-context.ts";

/** Returns how far the sign-in of the browser is; null before its first step. */
export async function getSignInState({ call }: RequestContext): Promise<SignInState | null> {
  try {
    return await call<SignInState>("session");
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
