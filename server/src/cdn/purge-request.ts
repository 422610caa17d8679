import type { CdnConfig } from "../../../api/src/platform/cache/cdn-config.ts";
import { ALL_PAGES_TAG } from "./cdn-headers.ts";

/** Removes the responses with any of the tags from a CDN. @throws PurgeError */
export type PurgeTags = (tags: readonly string[]) => Promise<void>;

/** The CDN did not purge. */
export class PurgeError extends Error {
  override name = "PurgeError";
  /** How many seconds the CDN asks to wait; null if it does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const TIMEOUT_MS = 8000;
/** Cloudflare accepts this many tags in a request. For more, all pages are purged. */
const MAX_TAGS = 30;
const MIN_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 300;

/**
 * Creates the purge of a CDN by an HTTP request with the tags, as Cloudflare's API and the purge hook for nginx take it
 * (docs/operations.md).
 */
export function createPurge({ purgeUrl, purgeToken }: CdnConfig, sendRequest: typeof fetch): PurgeTags {
  return async (tags) => {
    const response = await sendRequest(purgeUrl, {
      method: "POST",
      headers: { authorization: `Bearer ${purgeToken}`, "content-type": "application/json" },
      body: JSON.stringify({ tags: tags.length > MAX_TAGS ? [ALL_PAGES_TAG] : tags }),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new PurgeError(`it cannot be reached (${getReason(error)})`);
    });
    const answer = await response.text().catch(() => "");
    if (response.ok && !isFailure(answer)) return;
    const message = `it answered ${response.status} ${answer.slice(0, 200)}`.trim();
    throw new PurgeError(message, parseRetryAfter(response.headers.get("retry-after")));
  };
}

function parseRetryAfter(value: string | null): number | null {
  const seconds = value === null ? Number.NaN : Number(value);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, MIN_RETRY_SECONDS), MAX_RETRY_SECONDS) : null;
}

/** Cloudflare may answer a failed call with status 200 and `success: false`. */
function isFailure(answer: string): boolean {
  try {
    return (JSON.parse(answer) as { success?: unknown } | null)?.success === false;
  } catch {
    return false;
  }
}

function getReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
