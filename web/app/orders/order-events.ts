import type { OrderParcels, Parcel } from "@furoshiki/api/fulfillment/parcels";
import type { Order, OrderStatus } from "@furoshiki/api/orders";

type ParcelEventKind = Parcel["events"][number]["kind"];

/** A step of an order: a status of the order or an event of its parcel. */
export type OrderEvent = Readonly<{
  name: OrderStatus | ParcelEventKind;
  state: "done" | "current" | "upcoming";
  /** When it was reached, ISO 8601; null if it was not. */
  at: string | null;
  place: string;
  weightG: number | null;
}>;

/** The events of a parcel that are also statuses of its order. */
const statusesOfEvents: Partial<Record<ParcelEventKind, OrderStatus>> = {
  packed: "packing",
  shipped: "shipped",
  delivered: "delivered",
  returned: "returned",
};

/** Statuses after which nothing more is expected. */
const endStatuses: ReadonlySet<OrderStatus> = new Set(["delivered", "returned", "cancelled", "refunded"]);

/**
 * Lists what has happened to an order, newest first, after the step that comes next.
 * @param parcel its parcel if it has one only, whose events are among the steps of the order
 */
export function listOrderEvents(order: Pick<Order, "status" | "history" | "shipping">, parcel?: Parcel): OrderEvent[] {
  const parcelEvents = listParcelEvents(parcel);
  const covered = new Set(parcelEvents.flatMap(({ name }) => statusesOfEvents[name as ParcelEventKind] ?? []));
  const statuses = order.history
    .filter(({ status }) => !covered.has(status))
    .map(({ status, at }) => createEvent({ name: status, at }));
  const events = [...parcelEvents, ...statuses.toReversed()].toSorted((a, b) => (b.at ?? "").localeCompare(a.at ?? ""));
  const next = getNextStatus(order);
  const [latest, ...earlier] = events;
  if (!latest) return [];
  return [
    ...(next ? [createEvent({ name: next, state: "upcoming" })] : []),
    { ...latest, state: endStatuses.has(order.status) ? "done" : "current" },
    ...earlier,
  ];
}

/** Lists the events of a parcel, newest first. */
export function listParcelEvents(parcel: Parcel | undefined): OrderEvent[] {
  if (!parcel) return [];
  return parcel.events.map(({ kind, at, place }) =>
    createEvent({ name: kind, at, place, weightG: kind === "packed" ? parcel.weight_g : null }),
  );
}

function createEvent(event: Pick<OrderEvent, "name"> & Partial<OrderEvent>): OrderEvent {
  return { state: "done", at: null, place: "", weightG: null, ...event };
}

function getNextStatus({ status, shipping }: Pick<Order, "status" | "shipping">): OrderStatus | null {
  const statuses: OrderStatus[] = shipping
    ? ["awaiting_payment", "paid", "packing", "shipped", "delivered"]
    : ["awaiting_payment", "paid", "delivered"];
  const index = statuses.indexOf(status);
  return index < 0 ? null : (statuses[index + 1] ?? null);
}

/** The parcel that needs the customer most: one that waits for them, one that customs holds, otherwise the first. */
export function findUrgentParcel({ parcels }: OrderParcels): Parcel | undefined {
  return (
    parcels.find(({ pickup }) => pickup !== null) ??
    parcels.find(({ events }) => events[0]?.kind === "customs_problem") ??
    parcels[0]
  );
}

/** Returns when the last parcel arrived at the customer or their pickup point, ISO 8601; null if not all have. */
export function getArrival({ parcels }: OrderParcels): string | null {
  const arrivals = parcels.map(
    ({ events }) => events.findLast(({ kind }) => kind === "ready_for_pickup" || kind === "delivered")?.at,
  );
  return (
    arrivals.reduce<string | null | undefined>(
      (last, at) => (last === undefined || at === undefined ? undefined : last === null || at > last ? at : last),
      null,
    ) ?? null
  );
}
