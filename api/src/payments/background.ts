import { Refusal } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";

const underWay = new Set<Promise<void>>();

/** Starts work that no answer waits for. What fails is logged and left to the jobs. */
export function inBackground(house: House, what: string, work: () => Promise<void>): void {
  const run = work()
    .catch((error: unknown) => {
      if (!isGatewayDown(error)) house.log.error(`failed while ${what}`, error);
    })
    .finally(() => underWay.delete(run));
  underWay.add(run);
}

/** Ends when no background work of payments is under way: before the database is closed. */
export async function paymentsAtRest(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}

/** A provider out of reach: logged where it was called, and met by trying again later. */
export function isGatewayDown(error: unknown): boolean {
  return error instanceof Refusal && error.code === "gateway_unavailable";
}
