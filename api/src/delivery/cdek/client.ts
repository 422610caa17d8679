import {
  type CdekConfig,
  type CdekDependencies,
  CdekRefusedError,
  type CdekRequest,
  CdekUnavailableError,
  createCdekRequest,
  readBody,
  readJson,
} from "./request.ts";
import {
  type CdekCity,
  cdekCities,
  cdekOrder,
  type CdekOrder,
  type CdekPoint,
  cdekPoints,
  cdekPrint,
  cdekTariffs,
  type CdekTariff,
} from "./responses.ts";

/** What CDEK prints for orders: `orders` are waybills, `barcodes` the labels of parcels. */
export type CdekPrintKind = "orders" | "barcodes";

export type CdekClient = {
  /** Finds cities of a country by name. */
  cities(countryCode: string, name: string): Promise<CdekCity[]>;
  /** All delivery points of a country, read page by page. */
  deliveryPoints(countryCode: string): Promise<CdekPoint[]>;
  /** Returns what each tariff costs for a parcel between two cities, given by their CDEK codes. */
  tariffs(query: { fromCity: number; toCity: number; weightG: number }): Promise<CdekTariff[]>;
  /**
   * Registers an order, which CDEK then checks. The request is sent once: after a `CdekUnavailableError` the order may
   * exist, and `findOrder` finds it by its number.
   */
  createOrder(order: object): Promise<CdekOrder>;
  /** Returns an order by the UUID that CDEK gave it; null if it does not exist or was deleted. */
  getOrder(uuid: string): Promise<CdekOrder | null>;
  /** Returns an order by the number that the store gave it, or null. */
  findOrder(number: string): Promise<CdekOrder | null>;
  /** Asks for the deletion of an order that CDEK has not received yet. */
  deleteOrder(uuid: string): Promise<CdekOrder>;
  /**
   * Returns what CDEK prints for up to 100 orders, as one PDF file. It waits up to fifteen seconds for it.
   * @throws CdekUnavailableError if it is not ready by then
   */
  print(kind: CdekPrintKind, orderUuids: readonly string[]): Promise<Buffer<ArrayBuffer>>;
};

const PAGE_SIZE = 1000;
const MAX_PAGES = 100;
const PRINT_ATTEMPTS = 10;
const PRINT_PAUSE_MS = 1500;
const notFoundCodes = new Set(["v2_entity_not_found", "v2_entity_not_found_im_number"]);

/** Creates a client of CDEK's API v2; see `createCdekRequest` for retries. */
export function createCdekClient(config: CdekConfig, dependencies: CdekDependencies): CdekClient {
  const request = createCdekRequest(config, dependencies);
  return {
    cities: (countryCode, name) =>
      request({
        path: `/location/cities?${new URLSearchParams({ country_codes: countryCode, city: name, size: "20" })}`,
        read: readJson(cdekCities),
      }),
    deliveryPoints: (countryCode) => readAllPoints(request, countryCode),
    async tariffs({ fromCity, toCity, weightG }) {
      const result = await request({
        path: "/calculator/tarifflist",
        body: {
          type: 1,
          from_location: { code: fromCity },
          to_location: { code: toCity },
          packages: [{ weight: weightG }],
        },
        read: readJson(cdekTariffs),
      });
      return result.tariff_codes;
    },
    ...createOrderCalls(request),
    print: createPrint(request, dependencies),
  };
}

function createOrderCalls(
  request: CdekRequest,
): Pick<CdekClient, "createOrder" | "getOrder" | "findOrder" | "deleteOrder"> {
  const read = readJson(cdekOrder);
  return {
    createOrder: (order) => request({ path: "/orders", body: order, attempts: 1, read }),
    getOrder: (uuid) => nullIfNotFound(request({ path: `/orders/${encodeURIComponent(uuid)}`, read })),
    findOrder: (number) =>
      nullIfNotFound(request({ path: `/orders?${new URLSearchParams({ im_number: number })}`, read })),
    deleteOrder: (uuid) => request({ path: `/orders/${encodeURIComponent(uuid)}`, method: "DELETE", read }),
  };
}

/** CDEK prepares a file after the request: its state is read until the file is ready, which takes some seconds. */
function createPrint(request: CdekRequest, { pause }: CdekDependencies): CdekClient["print"] {
  const read = readJson(cdekPrint);
  return async (kind, orderUuids) => {
    const orders = orderUuids.map((uuid) => ({ order_uuid: uuid }));
    const format = kind === "barcodes" ? { format: "A6" } : {};
    const { entity } = await request({ path: `/print/${kind}`, body: { orders, copy_count: 1, ...format }, read });
    const path = `/print/${kind}/${encodeURIComponent(entity?.uuid ?? "")}`;
    for (let attempt = 0; attempt < PRINT_ATTEMPTS; attempt++) {
      const { entity: print, requests } = await request({ path, read });
      const statuses = new Set(print?.statuses.map(({ code }) => code));
      if (statuses.has("INVALID"))
        throw new CdekRefusedError(
          `${path} is invalid`,
          requests.flatMap(({ errors }) => errors),
        );
      if (statuses.has("READY")) return request({ path: `${path}.pdf`, read: readBody });
      await pause(PRINT_PAUSE_MS);
    }
    throw new CdekUnavailableError(`${path} is not ready`);
  };
}

/** CDEK answers 400 for an order that it does not know. */
async function nullIfNotFound<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CdekRefusedError && error.errors.some(({ code }) => notFoundCodes.has(code))) return null;
    throw error;
  }
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
    const path = `/deliverypoints?${new URLSearchParams(query)}`;
    const pagePoints = await request({ path, read: readJson(cdekPoints) });
    points.push(...pagePoints.filter((point) => point !== null));
    if (pagePoints.length < PAGE_SIZE) return points;
  }
  throw new CdekUnavailableError(`CDEK lists more than ${MAX_PAGES} pages of points of ${countryCode}`);
}
