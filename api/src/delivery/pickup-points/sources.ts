import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { type CdekClient, createCdekClient } from "../cdek/client.ts";
import { fitsInto, type Sides, parseSides } from "../box.ts";
import type { CdekPoint } from "../cdek/responses.ts";
import { transliterate } from "../../../../design-system/i18n/transliteration.ts";
import { listOpenPoints, type PickupPointRow } from "./sql.ts";

/** A source of the pickup points of a country. Throws if they cannot be loaded completely. */
export type PickupPointSource = { listPoints(country: string): Promise<PickupPointRow[]> };

const GRAMS_PER_KG = 1000;
const MM_PER_CM = 10;
const DEFAULT_MAX_KG = 30;

/** Creates a source of CDEK's pickup points; each city with a pickup point is also served by a courier. */
export function createCdekSource(client: Pick<CdekClient, "deliveryPoints">): PickupPointSource {
  return {
    async listPoints(country) {
      const points = (await client.deliveryPoints(country)).filter((point) => point.is_handout);
      const countryPoints = points.filter((point) => point.location.country_code === country);
      const cities = new Map(countryPoints.map((point) => [point.location.city_code, point]));
      return [...countryPoints.map(toPickupPointRow), ...[...cities.values()].map(toCourierRow)];
    },
  };
}

/** Creates a source of the points already in the database: those of the demo store, or those of a store without a CDEK contract. */
export function createStoredSource(db: Db): PickupPointSource {
  return { listPoints: (country) => listOpenPoints(db, country) };
}

const clientsCache = new WeakMap<object, CdekClient>();

/** Returns this process's CDEK client, with its token and circuit breaker; null without credentials. */
export function getCdekClient({ config, fetch, clock }: AppContext): CdekClient | null {
  if (!config.cdek) return null;
  let client = clientsCache.get(config);
  if (!client) clientsCache.set(config, (client = createCdekClient(config.cdek, { fetch, clock, pause })));
  return client;
}

export function getPickupPointSource(app: AppContext): PickupPointSource {
  const client = getCdekClient(app);
  return client ? createCdekSource(client) : createStoredSource(app.db);
}

function toPickupPointRow(point: CdekPoint): PickupPointRow {
  const { location } = point;
  return {
    code: point.code,
    type: point.type,
    country: location.country_code,
    city_ru: location.city,
    city_en: transliterate(location.city),
    postcode: location.postal_code,
    name: point.name,
    address: location.address,
    work_time: point.work_time,
    lat: location.latitude,
    lon: location.longitude,
    weight_max_g: Math.round((point.weight_max ?? DEFAULT_MAX_KG) * GRAMS_PER_KG),
    boxes_mm: getCellSizes(point),
  };
}

function toCourierRow(point: CdekPoint): PickupPointRow {
  return {
    ...toPickupPointRow(point),
    code: `DOOR-${point.location.city_code}`,
    type: "COURIER",
    name: "Курьер до двери",
    address: "по адресу получателя",
    work_time: "",
    weight_max_g: DEFAULT_MAX_KG * GRAMS_PER_KG,
    boxes_mm: null,
  };
}

/** Returns the cell sizes of a locker, without duplicates and without those that fit into a larger cell. */
function getCellSizes({ dimensions }: CdekPoint): Sides[] | null {
  const cells = (dimensions ?? []).map(({ width, height, depth }) =>
    parseSides([width, height, depth].map((cm) => Math.floor(cm * MM_PER_CM)).join("x")),
  );
  const largestCells = cells.filter(
    (cell, index) =>
      !cells.some(
        (other, otherIndex) =>
          otherIndex !== index && fitsInto(cell, [other]) && (!fitsInto(other, [cell]) || otherIndex < index),
      ),
  );
  return largestCells.length > 0 ? largestCells : null;
}
