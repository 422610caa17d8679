import { ApiError } from "./request-context.ts";

/**
 * Awaits data that a page can be rendered without: null if it fails for any reason, which is logged. The page omits the
 * section or shows an error in its place.
 */
export async function loadOptionalData<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    const isMissing = error instanceof ApiError && [400, 401, 404].includes(error.status);
    if (!isMissing) console.error("a part of a page failed", error);
    return null;
  }
}
