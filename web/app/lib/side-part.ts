import { ApiError } from "./api.ts";

/**
 * What a page can do without: null where it could not be had, whatever the reason, which goes to the log.
 * The page comes without it, or says in its place that it failed.
 */
export async function sidePart<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    const isMissing = error instanceof ApiError && [400, 401, 404].includes(error.status);
    if (!isMissing) console.error("a part of a page failed", error);
    return null;
  }
}
