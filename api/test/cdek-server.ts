import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type CdekRequest = { method: string; path: string; query: URLSearchParams; body: string };
/** The failure of the next call; null: the call succeeds. */
export type CdekFailure = "500" | "429" | "401" | "400" | "silence" | "broken json" | "broken off" | null;

export type CdekServer = {
  url: string;
  requests: CdekRequest[];
  /** The failures of the next calls, not counting token requests. */
  plannedFailures: CdekFailure[];
  pickupPoints: Record<string, unknown>[];
  /** How many tokens were issued. */
  issuedTokenCount: number;
  credentials: { id: string; secret: string };
  /** Revokes every token issued so far. */
  revokeTokens(): void;
  close(): Promise<void>;
};

/** Creates a pickup point in the format of CDEK's API v2. */
export function createCdekPickupPoint(
  code: string,
  overrides: Record<string, unknown> = {},
  location: Record<string, unknown> = {},
) {
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
    ...overrides,
  };
}

/** Starts a fake of CDEK's API v2: tokens by client credentials, paged pickup points, tariffs. */
export async function openCdekServer(): Promise<CdekServer> {
  let validTokens = new Set<string>();
  const state = {
    requests: [] as CdekRequest[],
    plannedFailures: [] as CdekFailure[],
    pickupPoints: [] as Record<string, unknown>[],
    issuedTokenCount: 0,
    credentials: { id: "the-account", secret: "the-password" },
  };

  const respond = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
    return true;
  };

  const issueToken = (response: ServerResponse, body: string) => {
    const form = new URLSearchParams(body);
    const { id, secret } = state.credentials;
    if (form.get("client_id") !== id || form.get("client_secret") !== secret)
      return respond(response, 401, { error: "invalid_client" });
    state.issuedTokenCount += 1;
    const access_token = `token-${state.issuedTokenCount}`;
    validTokens.add(access_token);
    return respond(response, 200, {
      access_token,
      token_type: "bearer",
      expires_in: 3600,
      scope: "order:all",
      jti: "j",
    });
  };

  const applyFailure = (response: ServerResponse, failure: CdekFailure): boolean => {
    if (failure === null || failure === undefined) return false;
    if (failure === "500") respond(response, 500, { errors: [{ code: "v2_internal_error" }] });
    else if (failure === "429") respond(response, 429, {}, { "retry-after": "2" });
    else if (failure === "400") respond(response, 400, { errors: [{ code: "v2_bad_request" }] });
    else if (failure === "401") respond(response, 401, { error: "invalid_token" });
    else if (failure === "broken json") response.writeHead(200).end('[{"code": "MSK');
    else if (failure === "broken off") {
      response.writeHead(200, { "content-length": "1000" });
      response.write("[");
      setImmediate(() => response.destroy());
    }
    return true;
  };

  const handleRequest = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://cdek.test");
    if (pathname === "/v2/oauth/token") return issueToken(response, body);
    state.requests.push({ method: request.method ?? "", path: pathname, query: searchParams, body });
    if (applyFailure(response, state.plannedFailures.shift() ?? null)) return true;
    if (!validTokens.has((request.headers.authorization ?? "").replace("Bearer ", "")))
      return respond(response, 401, { error: "invalid_token" });
    if (pathname === "/v2/deliverypoints") {
      const [size, page] = [Number(searchParams.get("size")), Number(searchParams.get("page"))];
      return respond(response, 200, state.pickupPoints.slice(page * size, (page + 1) * size));
    }
    if (pathname === "/v2/location/cities")
      return respond(response, 200, [{ code: 424, city: "Казань", country_code: "RU", region: "Татарстан" }]);
    if (pathname === "/v2/calculator/tarifflist")
      return respond(response, 200, {
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
    return respond(response, 400, { errors: [{ code: "v2_bad_request" }] });
  };

  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => handleRequest(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    revokeTokens: () => {
      validTokens = new Set();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
