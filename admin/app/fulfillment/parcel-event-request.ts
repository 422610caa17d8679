import { toIsoTime } from "../i18n/store-time.ts";

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
