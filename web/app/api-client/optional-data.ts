import { ApiError } from "./request-context.ts";

/**
 * Awaits data that a page can be rendered without. Returns null if it fails: the page omits the section or shows an error
 * in its place. The error is logged, unless the data does not exist (400, 404) or the session has expired (401).
 */
export async function loadOptionalData<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    const isExpected = error instanceof ApiError && [400, 401, 404].includes(error.status);
    if (!isExpected) console.error("optional data of a page failed to load", error);
    return null;
  }
}
