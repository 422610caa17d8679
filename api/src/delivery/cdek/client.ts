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
  type CdekPrint,
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
  /** Asks for one PDF file about orders. @returns the UUID of the file */
  requestPrint(kind: CdekPrintKind, orderUuids: readonly string[]): Promise<CdekPrint>;
  /** Returns whether a PDF file is ready. */
  getPrint(kind: CdekPrintKind, uuid: string): Promise<CdekPrint>;
  /** Downloads a PDF file that is ready. */
  downloadPrint(kind: CdekPrintKind, uuid: string): Promise<Buffer<ArrayBuffer>>;
};

const PAGE_SIZE = 1000;
const MAX_PAGES = 100;
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
    ...createPrintCalls(request),
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

function createPrintCalls(request: CdekRequest): Pick<CdekClient, "requestPrint" | "getPrint" | "downloadPrint"> {
  const read = readJson(cdekPrint);
  return {
    requestPrint: (kind, orderUuids) =>
      request({
        path: `/print/${kind}`,
        body: {
          orders: orderUuids.map((uuid) => ({ order_uuid: uuid })),
          copy_count: 1,
          ...(kind === "barcodes" ? { format: "A6" } : {}),
        },
        read,
      }),
    getPrint: (kind, uuid) => request({ path: `/print/${kind}/${encodeURIComponent(uuid)}`, read }),
    downloadPrint: (kind, uuid) => request({ path: `/print/${kind}/${encodeURIComponent(uuid)}.pdf`, read: readBody }),
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
