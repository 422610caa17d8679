const DAY_MS = 86_400_000;

/** The first and the last day on which a parcel is expected, such as 2026-12-04. */
export type Arrival = { from: string; to: string };

/** Returns when a parcel that is sent now is expected (docs/domain/delivery.md). */
export function calculateArrival(now: Date, { days_min, days_max }: { days_min: number; days_max: number }): Arrival {
  const addDays = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  return { from: addDays(days_min), to: addDays(days_max) };
}
