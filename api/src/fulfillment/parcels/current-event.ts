import { getParcelEventKind } from "./event-kinds.ts";
import { type ParcelEventKind, parcelEventKinds } from "./schema.ts";

/** An event as it is stored. */
export type StoredEvent = Readonly<{
  code: string;
  at: Date;
  place: string;
  /** The last day of storage, such as `2026-12-11`. */
  storage_until: string | null;
  pickup_code: string | null;
}>;
export type KnownEvent = StoredEvent & Readonly<{ kind: ParcelEventKind }>;

/**
 * Returns the events that customers see, newest first. What the store and the carrier both report, such as the delivery,
 * is one event with the earlier time; of two events at one time the one that comes later on the way is newer.
 */
export function listKnownEvents(events: readonly StoredEvent[]): KnownEvent[] {
  const known = events
    .flatMap((event) => {
      const kind = getParcelEventKind(event.code);
      return kind === undefined ? [] : [{ ...event, kind }];
    })
    .toSorted((a, b) => b.at.getTime() - a.at.getTime() || getRank(b.kind) - getRank(a.kind));
  return known.flatMap((event, index) => {
    if (known[index + 1]?.kind === event.kind) return [];
    const merged = known.slice(0, index).toReversed();
    const end = merged.findIndex(({ kind }) => kind !== event.kind);
    return [[event, ...(end < 0 ? merged : merged.slice(0, end))].reduce(mergeEvents)];
  });
}

function getRank(kind: ParcelEventKind): number {
  return parcelEventKinds.indexOf(kind);
}

/** Joins an event with a later one of its kind, whose details are newer. */
function mergeEvents(first: KnownEvent, later: KnownEvent): KnownEvent {
  return {
    ...first,
    place: first.place || later.place,
    storage_until: later.storage_until ?? first.storage_until,
    pickup_code: later.pickup_code ?? first.pickup_code,
  };
}
