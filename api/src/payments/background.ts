import { Refusal } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";

/**
 * So much at once: each holds a connection while it waits for its order's row, and who asks the shop for something needs
 * connections too.
 */
const AT_ONCE = 3;
/** What comes when so much waits is left to the jobs. */
const MOST_WAITING = 1000;

const waiting: (() => Promise<void>)[] = [];
const underWay = new Set<Promise<void>>();

/** Starts work that no answer waits for, a little at a time. What fails is logged and left to the jobs. */
export function inBackground(house: House, what: string, work: () => Promise<void>): void {
  if (waiting.length >= MOST_WAITING) return;
  waiting.push(() =>
    work().catch((error: unknown) => {
      if (!isGatewayDown(error)) house.log.error(`failed while ${what}`, error);
    }),
  );
  startNext();
}

function startNext(): void {
  if (underWay.size >= AT_ONCE) return;
  const next = waiting.shift();
  if (!next) return;
  const run = next().finally(() => {
    underWay.delete(run);
    startNext();
  });
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
