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
