import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../platform/db.ts";
import type { House } from "../platform/http.ts";
import { type CdekClient, cdekClient } from "./cdek-client.ts";
import { fitsInto, type Sides, sidesIn } from "./box.ts";
import type { CdekPoint } from "./cdek-wire.ts";
import { cityInLatin } from "./city-latin.ts";
import { openPointsOf, type PointRow } from "./points-sql.ts";

/** Where the pick-up points of a country come from. Throws where they cannot be had; nothing is half told. */
export type PickupPoints = { pointsOf(country: string): Promise<PointRow[]> };

const KILOGRAM_G = 1000;
const CENTIMETRE_MM = 10;
const USUAL_KG = 30;

/** CDEK's own points; each city that has any can also be reached by its courier. */
export function cdekPickupPoints(client: Pick<CdekClient, "deliveryPoints">): PickupPoints {
  return {
    async pointsOf(country) {
      const found = (await client.deliveryPoints(country)).filter((point) => point.is_handout);
      const ours = found.filter((point) => point.location.country_code === country);
      const cities = new Map(ours.map((point) => [point.location.city_code, point]));
      return [...ours.map(pointOf), ...[...cities.values()].map(courierOf)];
    },
  };
}

/** The points that stand in the table already: the demonstration shop's, or those a shop without a contract keeps by hand. */
export function keptPickupPoints(db: Db): PickupPoints {
  return { pointsOf: (country) => openPointsOf(db, country) };
}

const clients = new WeakMap<object, CdekClient>();

/** CDEK's client of this process, with its token and its circuit; null where no credentials are set. */
export function cdekOf({ config, fetch, clock }: House): CdekClient | null {
  if (!config.cdek) return null;
  let client = clients.get(config);
  if (!client) clients.set(config, (client = cdekClient(config.cdek, { fetch, clock, pause })));
  return client;
}

export function pickupPointsOf(house: House): PickupPoints {
  const client = cdekOf(house);
  return client ? cdekPickupPoints(client) : keptPickupPoints(house.db);
}

function pointOf(point: CdekPoint): PointRow {
  const { location } = point;
  return {
    code: point.code,
    type: point.type,
    country: location.country_code,
    city_ru: location.city,
    city_en: cityInLatin(location.city),
    postcode: location.postal_code,
    name: point.name,
    address: location.address,
    work_time: point.work_time,
    lat: location.latitude,
    lon: location.longitude,
    weight_max_g: Math.round((point.weight_max ?? USUAL_KG) * KILOGRAM_G),
    boxes_mm: boxesOf(point),
  };
}

function courierOf(point: CdekPoint): PointRow {
  return {
    ...pointOf(point),
    code: `DOOR-${point.location.city_code}`,
    type: "COURIER",
    name: "Курьер до двери",
    address: "по адресу получателя",
    work_time: "",
    weight_max_g: USUAL_KG * KILOGRAM_G,
    boxes_mm: null,
  };
}

/** The forms of a locker's cells, each once and only those that no other is as large as. */
function boxesOf({ dimensions }: CdekPoint): Sides[] | null {
  const cells = (dimensions ?? []).map(({ width, height, depth }) =>
    sidesIn([width, height, depth].map((cm) => Math.floor(cm * CENTIMETRE_MM)).join("x")),
  );
  const forms = cells.filter(
    (cell, at) =>
      !cells.some(
        (other, place) => place !== at && fitsInto(cell, [other]) && (!fitsInto(other, [cell]) || place < at),
      ),
  );
  return forms.length > 0 ? forms : null;
}
