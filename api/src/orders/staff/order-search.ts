import { isOrderNumber, ORDER_NUMBER_LENGTH } from "../order-number.ts";
import type { OrderFilter } from "./staff-order-sql.ts";

export const MIN_PHONE_DIGITS = 7;
/** Shorter beginnings of an order number match too many orders. */
const MIN_ID_PREFIX = 3;
/** The number of trailing digits that the database index compares. */
const COMPARED_PHONE_DIGITS = 10;

/** Returns the filters that a search text may mean, most likely first; none if the text is empty. */
export function getFiltersForText(text: string): OrderFilter[] {
  const compact = text.replaceAll(/[\s()-]/g, "");
  if (compact === "") return [];
  if (text.includes("@")) return [{ email: text.trim().toLowerCase() }];
  const trackingFilter = { trackingNumber: normalizeTrackingNumber(compact) };
  if (!/^\+?\d+$/.test(compact)) return [trackingFilter, { lastName: text.trim().toLowerCase() }];
  const phone = getComparedPhoneDigits(compact);
  return [
    ...(isOrderNumber(compact) ? [{ id: Number(compact) }] : []),
    trackingFilter,
    ...(phone === null ? [] : [{ phone }]),
  ];
}

/**
 * Returns the filters that a text may mean while staff type it: also the first digits of an order number, the beginning
 * of a tracking number, and the last four digits of a phone number.
 */
export function getFiltersForPartialText(text: string): OrderFilter[] {
  const compact = text.replaceAll(/[\s()-]/g, "");
  const isOrderNumberStart = new RegExp(`^[1-9]\\d{${MIN_ID_PREFIX - 1},${ORDER_NUMBER_LENGTH - 2}}$`).test(compact);
  const isTrackingNumberStart = /^(?=.*\d)[a-z0-9]{5,}$/i.test(compact);
  return [
    ...getFiltersForText(text).map(requireWholeLastName),
    ...(isOrderNumberStart ? [{ idPrefix: compact }] : []),
    ...(isTrackingNumberStart ? [{ trackingPrefix: normalizeTrackingNumber(compact) }] : []),
    ...(/^\d{4}$/.test(compact) ? [{ phoneEnd: compact }] : []),
  ];
}

/** A prefix would reveal masked names letter by letter: the back office finds whole last names only. */
export function requireWholeLastName({ lastName, ...filter }: OrderFilter): OrderFilter {
  return lastName === undefined ? filter : { ...filter, wholeLastName: lastName };
}

/** Returns the digits by which phone numbers are compared; null if the text has too few. */
export function getComparedPhoneDigits(text: string): string | null {
  const digits = text.replaceAll(/\D/g, "");
  return digits.length < MIN_PHONE_DIGITS ? null : digits.slice(-COMPARED_PHONE_DIGITS);
}

/** Returns a tracking number as it is stored: without spaces and hyphens, in capitals. */
export function normalizeTrackingNumber(text: string): string {
  return text.replaceAll(/[\s-]/g, "").toUpperCase();
}
