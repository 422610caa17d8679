import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import { findPoint, type PointRow, searchPoints, type Sought } from "./points-sql.ts";
import type { PickupPoint } from "./schema.ts";

export type { PointRow };

/** The most points that a list brings. */
export const POINTS_SHOWN = 300;

export function wirePoint(point: PointRow, locale: Locale): PickupPoint {
  return {
    code: point.code,
    type: point.type,
    name: point.name,
    city: locale === "ru-RU" ? point.city_ru : point.city_en,
    address: point.address,
    work_time: point.work_time,
    location: { lat: point.lat, lon: point.lon },
  };
}

/** Open points by city, post code or words. */
export async function pointsFound(db: Db, sought: Sought, locale: Locale): Promise<PickupPoint[]> {
  return (await searchPoints(db, sought)).map((point) => wirePoint(point, locale));
}

/** What keeps a point from being chosen for a parcel, or the point itself. */
export async function pointFor(
  db: Db,
  code: string,
  parcel: { country: string; weightG: number },
): Promise<PointRow | "unknown" | "closed" | "wrong_country" | "too_heavy"> {
  const found = await findPoint(db, code);
  if (!found) return "unknown";
  const { closed, ...point } = found;
  if (closed) return "closed";
  if (point.country !== parcel.country) return "wrong_country";
  return parcel.weightG > point.weight_max_g ? "too_heavy" : point;
}
