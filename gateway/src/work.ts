import type { Bell } from "./bell.ts";
import type { Gateway } from "./gateway.ts";
import { KEY_LIVES_MS } from "./idempotence.ts";
import { deliverNotifications } from "./notifications.ts";
import { decidePayments } from "./payments.ts";
import { decideRefunds } from "./refunds.ts";
import { nextDecision, nextDelivery, sweep } from "./sql.ts";

/** How long a loop sleeps when it knows of nothing due; other processes' leftovers are found then. */
const IDLE_MS = 5000;
const AFTER_FAILURE_MS = 1000;
const SWEEP_EVERY_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const NOTIFICATIONS_KEPT_MS = 30 * DAY_MS;

/** Decides and tells everything that is due at the clock's time. */
export async function workOff(gateway: Gateway): Promise<void> {
  await decideAll(gateway);
  await deliverAll(gateway);
}

/**
 * Starts the gateway's work in this process: deciding, telling the shop, sweeping. Everything waits in tables, so a
 * process that dies leaves its work to the next one.
 * @returns `stop`, which ends when the work in hand has ended.
 */
export function startWork(gateway: Gateway): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { decisions, deliveries } = gateway.bells;
  let sweptAt = 0;
  const loops = [
    repeat("deciding", decisions, async () => {
      await decideAll(gateway);
      return nextDecision(gateway.db);
    }),
    repeat("telling", deliveries, async () => {
      await deliverAll(gateway);
      const now = gateway.clock.now().getTime();
      if (now - sweptAt > SWEEP_EVERY_MS) {
        await sweepOld(gateway);
        sweptAt = now;
      }
      return nextDelivery(gateway.db);
    }),
  ];

  async function repeat(name: string, bell: Bell, pass: () => Promise<Date | null>): Promise<void> {
    while (!stopping.signal.aborted) {
      let waitMs = IDLE_MS;
      try {
        const next = await pass();
        if (next) waitMs = Math.min(IDLE_MS, Math.max(0, next.getTime() - gateway.clock.now().getTime()));
      } catch (error) {
        // A lost database must not end the loop: the tables still hold the work when it returns.
        gateway.log.error(`the sandbox gateway failed while ${name}`, error);
        waitMs = AFTER_FAILURE_MS;
      }
      if (!stopping.signal.aborted) await bell.wait(waitMs);
    }
  }

  return {
    stop: async () => {
      stopping.abort();
      decisions.ring();
      deliveries.ring();
      await Promise.all(loops);
    },
  };
}

async function decideAll(gateway: Gateway): Promise<void> {
  while ((await decidePayments(gateway)) + (await decideRefunds(gateway)) > 0) gateway.bells.deliveries.ring();
}

async function deliverAll(gateway: Gateway): Promise<void> {
  for (;;) if ((await deliverNotifications(gateway)) === 0) return;
}

async function sweepOld(gateway: Gateway): Promise<void> {
  const now = gateway.clock.now().getTime();
  await sweep(gateway.db, {
    tokensEnded: new Date(now - DAY_MS),
    keysMade: new Date(now - KEY_LIVES_MS),
    notificationsMade: new Date(now - NOTIFICATIONS_KEPT_MS),
  });
}
