import { z } from "zod";
import type { Clock } from "../platform/clock.ts";
import {
  type CdekCity,
  cdekCities,
  type CdekPoint,
  cdekPoints,
  cdekTariffs,
  type CdekTariff,
  cdekToken,
} from "./cdek-wire.ts";

export type CdekAccess = Readonly<{ url: string; clientId: string; clientSecret: string }>;

/** What the client needs of the house; `pause` waits some milliseconds. */
export type CdekTools = Readonly<{
  fetch: typeof fetch;
  clock: Clock;
  pause: (ms: number) => Promise<unknown>;
  timeoutMs?: number;
}>;

/** The carrier could not be asked: out of reach, overloaded, or answering what cannot be read. Another time it may. */
export class CdekUnavailable extends Error {
  override name = "CdekUnavailable";
}

/** The carrier understood and refused: asking again is of no use. */
export class CdekRefused extends Error {
  override name = "CdekRefused";
}

export type CdekClient = {
  cities(countryCode: string, name: string): Promise<CdekCity[]>;
  /** Every delivery point of a country, page by page. */
  deliveryPoints(countryCode: string): Promise<CdekPoint[]>;
  tariffs(ask: { fromCity: number; toCity: number; weightG: number }): Promise<CdekTariff[]>;
};

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** A token is renewed so long before it ends. */
const TOKEN_RESERVE_MS = 60_000;
const FAILURES_TO_OPEN = 5;
const OPEN_MS = 60_000;
const PAGE_SIZE = 1000;
const MOST_PAGES = 100;

/**
 * A client of CDEK's API v2 (domain: CDEK). A token is kept until it ends; each try has ten seconds, and what may pass by
 * itself (no connection, 429, 5xx, an unreadable answer) is tried four times with growing pauses. After five calls
 * that failed the circuit opens: for a minute nothing is asked, then one call tries.
 */
export function cdekClient(access: CdekAccess, { fetch, clock, pause, timeoutMs = TIMEOUT_MS }: CdekTools): CdekClient {
  let token: { value: string; until: number } | null = null;
  let failures = 0;
  let openUntil = 0;

  const send = async (path: string, init: RequestInit) => {
    try {
      return await fetch(`${access.url}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      throw new CdekUnavailable(`no answer to ${path}: ${String(error)}`);
    }
  };

  const currentToken = async () => {
    const now = clock.now().getTime();
    if (token && token.until > now) return token.value;
    const form = { grant_type: "client_credentials", client_id: access.clientId, client_secret: access.clientSecret };
    const response = await send("/oauth/token", { method: "POST", body: new URLSearchParams(form) });
    if (response.status === 401 || response.status === 400)
      throw new CdekRefused("CDEK does not take CDEK_CLIENT_ID and CDEK_CLIENT_SECRET");
    const { access_token, expires_in } = await read(response, "/oauth/token", cdekToken);
    token = { value: access_token, until: now + expires_in * 1000 - TOKEN_RESERVE_MS };
    return access_token;
  };

  /** One try, with a fresh token where the kept one is not taken any more. */
  const attempt = async <T>(path: string, schema: z.ZodType<T>, body: object | undefined): Promise<T> => {
    for (let renewed = false; ; renewed = true) {
      const response = await send(path, {
        method: body ? "POST" : "GET",
        headers: {
          accept: "application/json",
          authorization: `Bearer ${await currentToken()}`,
          ...(body ? { "content-type": "application/json" } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (response.status !== 401 || renewed) return read(response, path, schema);
      token = null;
    }
  };

  const ask = async <T>(path: string, schema: z.ZodType<T>, body?: object): Promise<T> => {
    if (clock.now().getTime() < openUntil)
      throw new CdekUnavailable("CDEK failed repeatedly and is left alone for a minute");
    for (let tried = 1; ; tried++) {
      try {
        const answer = await attempt(path, schema, body);
        failures = 0;
        return answer;
      } catch (error) {
        if (!(error instanceof CdekUnavailable)) throw error;
        const after = error instanceof CdekBusy ? error.afterMs : 0;
        if (tried < ATTEMPTS) {
          await pause(Math.min(LONGEST_PAUSE_MS, Math.max(after, FIRST_PAUSE_MS * 2 ** (tried - 1))));
          continue;
        }
        failures += 1;
        // A call that was let through to try opens it again at once.
        if (failures >= FAILURES_TO_OPEN) openUntil = clock.now().getTime() + OPEN_MS;
        throw error;
      }
    }
  };

  return {
    cities: (countryCode, name) =>
      ask(
        `/location/cities?${new URLSearchParams({ country_codes: countryCode, city: name, size: "20" })}`,
        cdekCities,
      ),
    async deliveryPoints(countryCode) {
      const points: CdekPoint[] = [];
      for (let page = 0; page < MOST_PAGES; page++) {
        const query = {
          country_code: countryCode,
          type: "ALL",
          is_handout: "true",
          size: String(PAGE_SIZE),
          page: String(page),
        };
        const found = await ask(`/deliverypoints?${new URLSearchParams(query)}`, cdekPoints);
        points.push(...found.filter((point) => point !== null));
        if (found.length < PAGE_SIZE) return points;
      }
      throw new CdekUnavailable(`CDEK gives no end of points of ${countryCode}`);
    },
    async tariffs({ fromCity, toCity, weightG }) {
      const answer = await ask("/calculator/tarifflist", cdekTariffs, {
        type: 1,
        from_location: { code: fromCity },
        to_location: { code: toCity },
        packages: [{ weight: weightG }],
      });
      return answer.tariff_codes;
    },
  };
}

/** Too many calls: comes with the pause that the carrier asks for. */
class CdekBusy extends CdekUnavailable {
  readonly afterMs: number;

  constructor(path: string, afterMs: number) {
    super(`too many calls: ${path}`);
    this.afterMs = afterMs;
  }
}

async function read<T>(response: Response, path: string, schema: z.ZodType<T>): Promise<T> {
  const { status } = response;
  if (status === 429) throw new CdekBusy(path, 1000 * Number(response.headers.get("retry-after") ?? 0) || 0);
  if (status >= 500) throw new CdekUnavailable(`${status} to ${path}`);
  const text = await response.text().catch((error: unknown) => {
    throw new CdekUnavailable(`the answer to ${path} broke off: ${String(error)}`);
  });
  if (status >= 400) throw new CdekRefused(`${status} to ${path}: ${text.slice(0, 200)}`);
  const parsed = schema.safeParse(jsonIn(text));
  if (!parsed.success)
    throw new CdekUnavailable(`the answer to ${path} cannot be read: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No schema takes it.
    return undefined;
  }
}
