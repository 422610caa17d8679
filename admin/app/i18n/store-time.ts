import { STORE_TIME_ZONE, STORE_UTC_OFFSET } from "@furoshiki/design-system/i18n/time-zone.ts";

const timeFormat = new Intl.DateTimeFormat("sv-SE", {
  ...({ timeZone: STORE_TIME_ZONE, dateStyle: "short", timeStyle: "short" } as const),
});

/** Converts a time in ISO 8601 to the local time of the store, as fields for times have it: `2026-12-04T09:47`. */
export function toStoreTime(iso: string): string {
  return timeFormat.format(new Date(iso)).replace(" ", "T");
}

/**
 * Converts a local time of the store (`2026-12-04T09:47`) to ISO 8601. Returns an invalid time unchanged: the API
 * refuses it.
 */
export function toIsoTime(text: string): string {
  const time = new Date(`${text.slice(0, 16)}:00${STORE_UTC_OFFSET}`);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}

/**
 * Returns a time in the time zone of the reader with the name of the zone; null if it is that of the store, or for an
 * invalid time. Browsers only: the server does not know the zone of the reader.
 * @param timeZone the zone of the reader; that of the browser by default
 */
export function formatReaderTime(iso: string, locale: string, timeZone?: string): string | null {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return null;
  const local = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone });
  if (local.format(time).replace(" ", "T") === toStoreTime(iso)) return null;
  const options = { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;
  return new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(time);
}
