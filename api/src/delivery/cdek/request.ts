import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import { type CdekError, cdekErrors, cdekToken } from "./responses.ts";

export type CdekConfig = Readonly<{ url: string; clientId: string; clientSecret: string }>;

/** The dependencies of the client; `pause` waits for some milliseconds. */
export type CdekDependencies = Readonly<{
  fetch: typeof fetch;
  clock: Clock;
  pause: (ms: number) => Promise<unknown>;
  timeoutMs?: number;
}>;

/** The carrier is unreachable, overloaded, or its response is unreadable. A later call may succeed. */
export class CdekUnavailableError extends Error {
  override name = "CdekUnavailableError";
}

/** The carrier understood the request and refused it: a retry will not help. */
export class CdekRefusedError extends Error {
  override name = "CdekRefusedError";
  /** The reasons of the carrier; empty if it named none. */
  readonly errors: readonly CdekError[];

  constructor(message: string, errors: readonly CdekError[] = []) {
    super(message);
    this.errors = errors;
  }
}

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
/** How long before its expiry a token is renewed. */
const TOKEN_EXPIRY_MARGIN_MS = 60_000;
const FAILURES_TO_OPEN_CIRCUIT = 5;
const CIRCUIT_OPEN_MS = 60_000;

/** A call of the API: its path, how its response is read, and how often it is sent at most, by default four times. */
export type CdekCall<T> = Readonly<{
  path: string;
  method?: "DELETE";
  /** Sent as JSON with the method POST. */
  body?: object;
  attempts?: number;
  read: (response: Response, path: string) => Promise<T>;
}>;

/**
 * Sends a request and reads the response.
 * @throws CdekUnavailableError
 * @throws CdekRefusedError
 */
export type CdekRequest = <T>(call: CdekCall<T>) => Promise<T>;

/**
 * Creates a function that calls CDEK's API v2. A token is kept until it expires. Each attempt has a timeout of ten
 * seconds; transient failures (no connection, 429, 5xx, an unreadable response) are retried with growing pauses. After
 * five failed calls the circuit breaker opens: no requests for one minute, then one trial call.
 */
export function createCdekRequest(config: CdekConfig, dependencies: CdekDependencies): CdekRequest {
  return addRetries(createAuthorizedRequest(config, dependencies), dependencies);
}

/** Creates a function that sends one attempt, with a new token if the current one is no longer accepted. */
function createAuthorizedRequest(
  config: CdekConfig,
  { fetch, clock, timeoutMs = TIMEOUT_MS }: CdekDependencies,
): CdekRequest {
  let token: { value: string; expiresAt: number } | null = null;

  const send = async (path: string, init: RequestInit) => {
    try {
      return await fetch(`${config.url}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      throw new CdekUnavailableError(`no response to ${path}: ${String(error)}`);
    }
  };

  const getToken = async () => {
    const now = clock.now().getTime();
    if (token && token.expiresAt > now) return token.value;
    const form = { grant_type: "client_credentials", client_id: config.clientId, client_secret: config.clientSecret };
    const response = await send("/oauth/token", { method: "POST", body: new URLSearchParams(form) });
    if (response.status === 401 || response.status === 400)
      throw new CdekRefusedError("CDEK rejects CDEK_CLIENT_ID and CDEK_CLIENT_SECRET");
    const { access_token, expires_in } = await readJson(cdekToken)(response, "/oauth/token");
    token = { value: access_token, expiresAt: now + expires_in * 1000 - TOKEN_EXPIRY_MARGIN_MS };
    return access_token;
  };

  return async ({ path, method, body, read }) => {
    for (let isRenewed = false; ; isRenewed = true) {
      const response = await send(path, {
        method: method ?? (body ? "POST" : "GET"),
        headers: {
          accept: "application/json",
          authorization: `Bearer ${await getToken()}`,
          ...(body ? { "content-type": "application/json" } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (response.status !== 401 || isRenewed) return read(response, path);
      token = null;
    }
  };
}

/** Adds retries and the circuit breaker to a request function. */
function addRetries(sendOnce: CdekRequest, { clock, pause }: CdekDependencies): CdekRequest {
  let failures = 0;
  let openUntil = 0;

  return async (call) => {
    if (clock.now().getTime() < openUntil)
      throw new CdekUnavailableError("CDEK failed repeatedly and is not called for a minute");
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await sendOnce(call);
        failures = 0;
        return result;
      } catch (error) {
        if (!(error instanceof CdekUnavailableError)) throw error;
        const retryAfterMs = error instanceof CdekRateLimitedError ? error.retryAfterMs : 0;
        if (attempt < (call.attempts ?? ATTEMPTS)) {
          await pause(Math.min(MAX_PAUSE_MS, Math.max(retryAfterMs, FIRST_PAUSE_MS * 2 ** (attempt - 1))));
          continue;
        }
        failures += 1;
        // A failed trial call opens the circuit again at once.
        if (failures >= FAILURES_TO_OPEN_CIRCUIT) openUntil = clock.now().getTime() + CIRCUIT_OPEN_MS;
        throw error;
      }
    }
  };
}

/** Rate limited; carries the pause that the carrier asks for. */
class CdekRateLimitedError extends CdekUnavailableError {
  readonly retryAfterMs: number;

  constructor(path: string, retryAfterMs: number) {
    super(`too many calls: ${path}`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Returns a function that reads a JSON response. */
export function readJson<T>(schema: z.ZodType<T>): CdekCall<T>["read"] {
  return async (response, path) => {
    const parsed = schema.safeParse(parseJson((await readBody(response, path)).toString()));
    if (!parsed.success)
      throw new CdekUnavailableError(`the response to ${path} cannot be read: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  };
}

/** Reads the body of a response. @throws CdekUnavailableError or CdekRefusedError, by its status */
export async function readBody(response: Response, path: string): Promise<Buffer<ArrayBuffer>> {
  const { status } = response;
  if (status === 429)
    throw new CdekRateLimitedError(path, 1000 * Number(response.headers.get("retry-after") ?? 0) || 0);
  if (status >= 500) throw new CdekUnavailableError(`${status} to ${path}`);
  const body = await response.arrayBuffer().catch((error: unknown) => {
    throw new CdekUnavailableError(`the response to ${path} was cut off: ${String(error)}`);
  });
  const buffer = Buffer.from(body);
  if (status < 400) return buffer;
  const text = buffer.toString();
  throw new CdekRefusedError(`${status} to ${path}: ${text.slice(0, 200)}`, cdekErrors.parse(parseJson(text)));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not valid for any schema.
    return undefined;
  }
}
