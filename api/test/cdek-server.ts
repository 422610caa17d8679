import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CdekOrderBook, type CdekResponse } from "./cdek-orders.ts";

export type CdekRequest = { method: string; path: string; query: URLSearchParams; body: string };
/**
 * How a call fails. `broken off` ends the connection in the middle of the response, `lost answer` after the request was
 * processed; null lets the call succeed.
 */
export type CdekFailure =
  | "500"
  | "429"
  | "401"
  | "400"
  | "silence"
  | "broken json"
  | "broken off"
  | "lost answer"
  | null;

export type CdekServer = {
  url: string;
  requests: CdekRequest[];
  /** The failures of the next calls, not counting token requests. */
  plannedFailures: CdekFailure[];
  pickupPoints: Record<string, unknown>[];
  /** The registered orders and what is printed for them. */
  orders: CdekOrderBook;
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
  const cdek = new FakeCdek();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => cdek.handleRequest(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(cdek, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

class FakeCdek {
  requests: CdekRequest[] = [];
  plannedFailures: CdekFailure[] = [];
  pickupPoints: Record<string, unknown>[] = [];
  orders = new CdekOrderBook();
  issuedTokenCount = 0;
  credentials = { id: "the-account", secret: "the-password" };
  readonly #validTokens = new Set<string>();

  revokeTokens(): void {
    this.#validTokens.clear();
  }

  handleRequest({ method = "", url = "/", headers }: IncomingMessage, response: ServerResponse, body: string): void {
    const { pathname: path, searchParams: query } = new URL(url, "http://cdek.test");
    if (path === "/v2/oauth/token") {
      sendResponse(response, this.#issueToken(new URLSearchParams(body)));
      return;
    }
    this.requests.push({ method, path, query, body });
    const failure = this.plannedFailures.shift() ?? null;
    const isAuthorized = this.#validTokens.has((headers.authorization ?? "").replace("Bearer ", ""));
    if (failure === "lost answer") this.orders.handle(method, path, query, body);
    if (failure !== null) fail(response, failure);
    else if (!isAuthorized) sendResponse(response, unauthorized);
    else sendResponse(response, this.orders.handle(method, path, query, body) ?? this.#createResponse(path, query));
  }

  #createResponse(path: string, query: URLSearchParams): CdekResponse {
    switch (path) {
      case "/v2/deliverypoints": {
        const [size, page] = [Number(query.get("size")), Number(query.get("page"))];
        return { status: 200, body: this.pickupPoints.slice(page * size, (page + 1) * size) };
      }
      case "/v2/location/cities":
        return { status: 200, body: [{ code: 424, city: "Казань", country_code: "RU", region: "Татарстан" }] };
      case "/v2/calculator/tarifflist":
        return { status: 200, body: { tariff_codes: [tariff] } };
      default:
        return badRequest;
    }
  }

  #issueToken(form: URLSearchParams): CdekResponse {
    const { id, secret } = this.credentials;
    if (form.get("client_id") !== id || form.get("client_secret") !== secret)
      return { status: 401, body: { error: "invalid_client" } };
    this.issuedTokenCount += 1;
    const access_token = `token-${this.issuedTokenCount}`;
    this.#validTokens.add(access_token);
    return {
      status: 200,
      body: { access_token, token_type: "bearer", expires_in: 3600, scope: "order:all", jti: "j" },
    };
  }
}

const unauthorized: CdekResponse = { status: 401, body: { error: "invalid_token" } };
const badRequest: CdekResponse = { status: 400, body: { errors: [{ code: "v2_bad_request" }] } };
const errorResponses: Record<"500" | "429" | "401" | "400", CdekResponse> = {
  500: { status: 500, body: { errors: [{ code: "v2_internal_error" }] } },
  429: { status: 429, body: {}, headers: { "retry-after": "2" } },
  401: unauthorized,
  400: badRequest,
};

const tariff = {
  tariff_code: 136,
  tariff_name: "Посылка склад-склад",
  delivery_mode: 4,
  delivery_sum: 410.5,
  period_min: 3,
  period_max: 5,
};

function sendResponse(response: ServerResponse, { status, body, headers = {} }: CdekResponse): void {
  const isFile = body instanceof Uint8Array;
  response.writeHead(status, { "content-type": isFile ? "application/pdf" : "application/json", ...headers });
  response.end(isFile ? body : JSON.stringify(body));
}

/** Fails a request. Sends nothing for `silence`, so that the request times out. */
function fail(response: ServerResponse, failure: NonNullable<CdekFailure>): void {
  if (failure === "broken json") response.writeHead(200).end('[{"code": "MSK');
  else if (failure === "broken off") {
    response.writeHead(200, { "content-length": "1000" });
    response.write("[");
    setImmediate(() => response.destroy());
  } else if (failure === "lost answer") response.destroy();
  else if (failure !== "silence") sendResponse(response, errorResponses[failure]);
}
