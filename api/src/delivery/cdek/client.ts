import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import {
  type CdekCity,
  cdekCities,
  type CdekPoint,
  cdekPoints,
  cdekTariffs,
  type CdekTariff,
  cdekToken,
} from "./responses.ts";

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
}

export type CdekClient = {
  /** Finds cities of a country by name. */
  cities(countryCode: string, name: string): Promise<CdekCity[]>;
  /** All delivery points of a country, read page by page. */
  deliveryPoints(countryCode: string): Promise<CdekPoint[]>;
  /** Returns what each tariff costs for a parcel between two cities, given by their CDEK codes. */
  tariffs(query: { fromCity: number; toCity: number; weightG: number }): Promise<CdekTariff[]>;
};

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
/** How long before its expiry a token is renewed. */
const TOKEN_EXPIRY_MARGIN_MS = 60_000;
const FAILURES_TO_OPEN_CIRCUIT = 5;
const CIRCUIT_OPEN_MS = 60_000;
const PAGE_SIZE = 1000;
const MAX_PAGES = 100;

/**
 * Sends a request and parses the response.
 * @throws CdekUnavailableError
 * @throws CdekRefusedError
 */
type CdekRequest = <T>(path: string, schema: z.ZodType<T>, body?: object) => Promise<T>;

/**
 * Creates a client of CDEK's API v2. A token is kept until it expires. Each attempt has a timeout of ten seconds;
 * transient failures (no connection, 429, 5xx, an unreadable response) are retried up to four attempts with growing
 * pauses. After five failed calls the circuit breaker opens: no requests for one minute, then one trial call.
 */
export function createCdekClient(config: CdekConfig, dependencies: CdekDependencies): CdekClient {
  const request = addRetries(createAuthorizedRequest(config, dependencies), dependencies);
  return {
    cities: (countryCode, name) =>
      request(
        `/location/cities?${new URLSearchParams({ country_codes: countryCode, city: name, size: "20" })}`,
        cdekCities,
      ),
    deliveryPoints: (countryCode) => readAllPoints(request, countryCode),
    async tariffs({ fromCity, toCity, weightG }) {
      const result = await request("/calculator/tarifflist", cdekTariffs, {
        type: 1,
        from_location: { code: fromCity },
        to_location: { code: toCity },
        packages: [{ weight: weightG }],
      });
      return result.tariff_codes;
    },
  };
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
    const { access_token, expires_in } = await parseResponse(response, "/oauth/token", cdekToken);
    token = { value: access_token, expiresAt: now + expires_in * 1000 - TOKEN_EXPIRY_MARGIN_MS };
    return access_token;
  };

  return async (path, schema, body) => {
    for (let isRenewed = false; ; isRenewed = true) {
      const response = await send(path, {
        method: body ? "POST" : "GET",
        headers: {
          accept: "application/json",
          authorization: `Bearer ${await getToken()}`,
          ...(body ? { "content-type": "application/json" } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (response.status !== 401 || isRenewed) return parseResponse(response, path, schema);
      token = null;
    }
  };
}

/** Adds retries and the circuit breaker to a request function. */
function addRetries(sendOnce: CdekRequest, { clock, pause }: CdekDependencies): CdekRequest {
  let failures = 0;
  let openUntil = 0;

  return async (path, schema, body) => {
    if (clock.now().getTime() < openUntil)
      throw new CdekUnavailableError("CDEK failed repeatedly and is not called for a minute");
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await sendOnce(path, schema, body);
        failures = 0;
        return result;
      } catch (error) {
        if (!(error instanceof CdekUnavailableError)) throw error;
        const retryAfterMs = error instanceof CdekRateLimitedError ? error.retryAfterMs : 0;
        if (attempt < ATTEMPTS) {
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

async function readAllPoints(request: CdekRequest, countryCode: string): Promise<CdekPoint[]> {
  const points: CdekPoint[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = {
      country_code: countryCode,
      type: "ALL",
      is_handout: "true",
      size: String(PAGE_SIZE),
      page: String(page),
    };
    const pagePoints = await request(`/deliverypoints?${new URLSearchParams(query)}`, cdekPoints);
    points.push(...pagePoints.filter((point) => point !== null));
    if (pagePoints.length < PAGE_SIZE) return points;
  }
  throw new CdekUnavailableError(`CDEK lists more than ${MAX_PAGES} pages of points of ${countryCode}`);
}

/** Rate limited; carries the pause that the carrier asks for. */
class CdekRateLimitedError extends CdekUnavailableError {
  readonly retryAfterMs: number;

  constructor(path: string, retryAfterMs: number) {
    super(`too many calls: ${path}`);
    this.retryAfterMs = retryAfterMs;
  }
}

async function parseResponse<T>(response: Response, path: string, schema: z.ZodType<T>): Promise<T> {
  const { status } = response;
  if (status === 429)
    throw new CdekRateLimitedError(path, 1000 * Number(response.headers.get("retry-after") ?? 0) || 0);
  if (status >= 500) throw new CdekUnavailableError(`${status} to ${path}`);
  const text = await response.text().catch((error: unknown) => {
    throw new CdekUnavailableError(`the response to ${path} was cut off: ${String(error)}`);
  });
  if (status >= 400) throw new CdekRefusedError(`${status} to ${path}: ${text.slice(0, 200)}`);
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new CdekUnavailableError(`the response to ${path} cannot be read: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not valid for any schema.
    return undefined;
  }
}
