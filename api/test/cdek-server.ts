import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Asked = { method: string; path: string; query: URLSearchParams; body: string };
/** What happens to the next call instead of an answer; null: it is answered. */
export type Mishap = "500" | "429" | "401" | "400" | "silence" | "broken json" | "broken off" | null;

export type CdekServer = {
  url: string;
  asked: Asked[];
  /** Mishaps of the calls to come, the tokens' apart. */
  mishaps: Mishap[];
  points: Record<string, unknown>[];
  /** How many tokens were given. */
  tokens: number;
  credentials: { id: string; secret: string };
  /** Takes back every token given so far. */
  revoke(): void;
  close(): Promise<void>;
};

/** A point as CDEK writes it (API v2). */
export function cdekPoint(code: string, own: Record<string, unknown> = {}, location: Record<string, unknown> = {}) {
  return {
    code,
    name: `На улице, ${code}`,
    type: "PVZ",
    work_time: "Пн-Вс 10:00-21:00",
    is_handout: true,
    weight_max: 30,
    location: {
      country_code: "RU",
      city_code: 424,
      city: "Казань",
      postal_code: "420015",
      address: "ул. Примерная, 10",
      latitude: 55.79,
      longitude: 49.12,
      ...location,
    },
    ...own,
  };
}

/** A server with the manners of CDEK's API v2: tokens by client credentials, points in pages, tariffs. */
export async function openCdekServer(): Promise<CdekServer> {
  let valid = new Set<string>();
  const state = {
    asked: [] as Asked[],
    mishaps: [] as Mishap[],
    points: [] as Record<string, unknown>[],
    tokens: 0,
    credentials: { id: "the-account", secret: "the-password" },
  };

  const answer = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
    return true;
  };

  const giveToken = (response: ServerResponse, body: string) => {
    const form = new URLSearchParams(body);
    const { id, secret } = state.credentials;
    if (form.get("client_id") !== id || form.get("client_secret") !== secret)
      return answer(response, 401, { error: "invalid_client" });
    state.tokens += 1;
    const access_token = `token-${state.tokens}`;
    valid.add(access_token);
    return answer(response, 200, {
      access_token,
      token_type: "bearer",
      expires_in: 3600,
      scope: "order:all",
      jti: "j",
    });
  };

  const mishapOf = (response: ServerResponse, mishap: Mishap): boolean => {
    if (mishap === null || mishap === undefined) return false;
    if (mishap === "500") answer(response, 500, { errors: [{ code: "v2_internal_error" }] });
    else if (mishap === "429") answer(response, 429, {}, { "retry-after": "2" });
    else if (mishap === "400") answer(response, 400, { errors: [{ code: "v2_bad_request" }] });
    else if (mishap === "401") answer(response, 401, { error: "invalid_token" });
    else if (mishap === "broken json") response.writeHead(200).end('[{"code": "MSK');
    else if (mishap === "broken off") {
      response.writeHead(200, { "content-length": "1000" });
      response.write("[");
      setImmediate(() => response.destroy());
    }
    return true;
  };

  const serve = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://cdek.test");
    if (pathname === "/v2/oauth/token") return giveToken(response, body);
    state.asked.push({ method: request.method ?? "", path: pathname, query: searchParams, body });
    if (mishapOf(response, state.mishaps.shift() ?? null)) return true;
    if (!valid.has((request.headers.authorization ?? "").replace("Bearer ", "")))
      return answer(response, 401, { error: "invalid_token" });
    if (pathname === "/v2/deliverypoints") {
      const [size, page] = [Number(searchParams.get("size")), Number(searchParams.get("page"))];
      return answer(response, 200, state.points.slice(page * size, (page + 1) * size));
    }
    if (pathname === "/v2/location/cities")
      return answer(response, 200, [{ code: 424, city: "Казань", country_code: "RU", region: "Татарстан" }]);
    if (pathname === "/v2/calculator/tarifflist")
      return answer(response, 200, {
        tariff_codes: [
          {
            tariff_code: 136,
            tariff_name: "Посылка склад-склад",
            delivery_mode: 4,
            delivery_sum: 410.5,
            period_min: 3,
            period_max: 5,
          },
        ],
      });
    return answer(response, 400, { errors: [{ code: "v2_bad_request" }] });
  };

  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => serve(request, response, body));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    revoke: () => {
      valid = new Set();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  });
}
