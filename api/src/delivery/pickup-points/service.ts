import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { fitsInto, type Sides } from "../box.ts";
import {
  findCourierCodesNear,
  findPickupPoint,
  type PickupPointRow,
  searchPickupPoints,
  type PointQuery,
} from "./sql.ts";
import { getPointTexts } from "../service.ts";
import type { PickupPoint, ShippingParam } from "../schema.ts";

export type { PickupPointRow };

/** Maximum number of points in a list. */
export const MAX_PICKUP_POINTS = 300;

/**
 * Serializes a pickup point.
 * @param refusal why it does not accept the parcel, as text
 */
export function serializePickupPoint(
  point: PickupPointRow,
  locale: Locale,
  refusal: string | null = null,
): PickupPoint {
  const { code, type, work_time, lat, lon } = point;
  return { code, type, ...getPointTexts(point, locale), work_time, location: { lat, lon }, refusal };
}

/** Serializes the selected pickup point; with empty texts if none is selected. */
export function serializeSelectedPoint(point: PickupPointRow | null, locale: Locale): ShippingParam {
  if (!point) return { type: "", name: "", code: "", city: "", address: "" };
  return { type: point.type, code: point.code, ...getPointTexts(point, locale) };
}

/** The properties of a parcel that a pickup point checks. */
export type PointParcel = { weightG: number; boxMm: Sides | null };

/** Lists open points by city, postcode or words, each with the reason if it does not accept the parcel. */
export async function listPickupPoints(
  db: Db,
  query: PointQuery,
  parcel: PointParcel,
  locale: Locale,
): Promise<PickupPoint[]> {
  return (await searchPickupPoints(db, query, MAX_PICKUP_POINTS)).map((point) => {
    const reason = getParcelRefusal(point, parcel);
    return serializePickupPoint(
      point,
      locale,
      reason && formatMessage(locale, `point_${reason}`, { kg: point.weight_max_g / 1000 }),
    );
  });
}

/** Returns why a point does not accept a parcel; null if it does. */
function getParcelRefusal(point: PickupPointRow, { weightG, boxMm }: PointParcel): "too_heavy" | "too_large" | null {
  if (weightG > point.weight_max_g) return "too_heavy";
  return fitsInto(boxMm, point.boxes_mm) ? null : "too_large";
}

/** Returns the point if it can be selected for a parcel, otherwise the reason why it cannot. */
export async function findPointForParcel(
  db: Db,
  code: string,
  parcel: PointParcel & { country: string },
): Promise<PickupPointRow | "unknown" | "closed" | "wrong_country" | "too_heavy" | "too_large"> {
  const row = await findPickupPoint(db, code);
  if (!row) return "unknown";
  const { closed, ...point } = row;
  if (closed) return "closed";
  if (point.country !== parcel.country) return "wrong_country";
  return getParcelRefusal(point, parcel) ?? point;
}

/** Returns the code of the courier that serves an address; null if there is none or more than one. */
export async function findCourierCode(
  db: Db,
  address: { country: string; city: string; postcode: string },
): Promise<string | null> {
  const [code, secondCode] = await findCourierCodesNear(db, address);
  return code !== undefined && secondCode === undefined ? code : null;
}
