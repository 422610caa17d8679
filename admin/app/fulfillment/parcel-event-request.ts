import { STORE_UTC_OFFSET } from "@furoshiki/design-system/i18n/time-zone.ts";

/** Builds the request that records an event of a parcel from its form. The time is one of the store. */
export function buildEventRequest(form: FormData) {
  const getText = (name: string) => String(form.get(name) ?? "").trim();
  const [at, place, until, code] = [getText("at"), getText("place"), getText("storage_until"), getText("pickup_code")];
  const kind = getText("kind");
  const storage =
    kind === "ready_for_pickup"
      ? { ...(until === "" ? {} : { storage_until: until }), ...(code === "" ? {} : { pickup_code: code }) }
      : {};
  return { kind, place, ...(at === "" ? {} : { at: toIsoTime(at) }), ...storage };
}

/**
 * Converts a local time of the store (`2026-12-04T09:47`) to ISO 8601. Returns an invalid time unchanged: the API
 * refuses it.
 */
function toIsoTime(text: string): string {
  const time = new Date(`${text.slice(0, 16)}:00${STORE_UTC_OFFSET}`);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}
