import { expect, it } from "vitest";
import { listKnownEvents, type StoredEvent } from "./current-event.ts";

const event = (code: string, at: string, details: Partial<StoredEvent> = {}): StoredEvent => ({
  ...{ code, at: new Date(`2026-12-0${at}:00Z`), place: "", storage_until: null, pickup_code: null },
  ...details,
});
const getKinds = (events: readonly StoredEvent[]) => listKnownEvents(events).map(({ kind }) => kind);

it("lists what customers understand, newest first, in whatever order it was reported", () => {
  const events = [
    event("CUSTOMS_COMPLETE", "3T10:00"),
    event("shipped", "1T09:00"),
    event("ACCEPTED_AT_TRANSIT_WAREHOUSE", "2T12:00"),
    event("IN_CUSTOMS_LOCAL", "2T10:00"),
  ];
  expect(getKinds(events)).toEqual(["released", "customs", "shipped"]);
});

it("shows what the store and the carrier both report once, with the earlier time and all that is known", () => {
  const events = [
    event("ready_for_pickup", "5T11:00", { pickup_code: "48213", storage_until: "2026-12-12" }),
    event("ACCEPTED_AT_PICK_UP_POINT", "5T09:47", { place: "Казань", storage_until: "2026-12-11" }),
    event("RECEIVED_AT_SHIPMENT_WAREHOUSE", "1T09:00"),
  ];
  expect(listKnownEvents(events)).toMatchObject([
    {
      ...{ kind: "ready_for_pickup", at: new Date("2026-12-05T09:47:00Z"), place: "Казань" },
      ...{ storage_until: "2026-12-12", pickup_code: "48213" },
    },
    { kind: "accepted" },
  ]);
});

it("takes the event that comes later on the way as the newer one of two at one time", () => {
  expect(getKinds([event("delivered", "5T09:00"), event("POSTOMAT_POSTED", "5T09:00")])).toEqual([
    "delivered",
    "ready_for_pickup",
  ]);
});
