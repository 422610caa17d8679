import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import { text } from "../platform/texts.ts";
import { fitsInto, type Sides } from "./box.ts";
import { courierCodesNear, findPoint, type PointRow, searchPoints, type Sought } from "./points-sql.ts";
import type { PickupPoint } from "./schema.ts";

export type { PointRow };

/** The most points that a list brings. */
export const POINTS_SHOWN = 300;

/** @param refusal why it does not take the parcel, in words */
export function wirePoint(point: PointRow, locale: Locale, refusal: string | null = null): PickupPoint {
  return {
    code: point.code,
    type: point.type,
    name: point.name,
    city: locale === "ru-RU" ? point.city_ru : point.city_en,
    address: point.address,
    work_time: point.work_time,
    location: { lat: point.lat, lon: point.lon },
    refusal,
  };
}

/** A parcel as a point looks at it. */
export type PointParcel = { weightG: number; boxMm: Sides | null };

/** Open points by city, post code or words, each with the reason where it does not take the parcel. */
export async function pointsFound(db: Db, sought: Sought, parcel: PointParcel, locale: Locale): Promise<PickupPoint[]> {
  return (await searchPoints(db, sought)).map((point) => {
    const reason = tooMuchFor(point, parcel);
    return wirePoint(point, locale, reason && text(locale, `point_${reason}`, { kg: point.weight_max_g / 1000 }));
  });
}

function tooMuchFor(point: PointRow, { weightG, boxMm }: PointParcel): "too_heavy" | "too_large" | null {
  if (weightG > point.weight_max_g) return "too_heavy";
  return fitsInto(boxMm, point.boxes_mm) ? null : "too_large";
}

/** What keeps a point from being chosen for a parcel, or the point itself. */
export async function pointFor(
  db: Db,
  code: string,
  parcel: PointParcel & { country: string },
): Promise<PointRow | "unknown" | "closed" | "wrong_country" | "too_heavy" | "too_large"> {
  const found = await findPoint(db, code);
  if (!found) return "unknown";
  const { closed, ...point } = found;
  if (closed) return "closed";
  if (point.country !== parcel.country) return "wrong_country";
  return tooMuchFor(point, parcel) ?? point;
}

/** The code of the courier that delivers to an address; null if none or more than one does. */
export async function courierFor(
  db: Db,
  address: { country: string; city: string; postcode: string },
): Promise<string | null> {
  const [code, another] = await courierCodesNear(db, address);
  return code !== undefined && another === undefined ? code : null;
}
