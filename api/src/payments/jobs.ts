import type { House } from "../platform/http.ts";
import type { Job } from "../platform/jobs.ts";
import { deleteOld } from "../platform/retention.ts";
import { ordersPastTimeFound } from "./expiry.ts";
import { webhookEventDays } from "./settings.ts";
import {
  lostAttemptsFound,
  mendAll,
  openEventsFound,
  openRefundsFound,
  type Stranded,
  strandedMoneyFound,
  untoldEndsFound,
} from "./stranded.ts";
import { tellFailedJob } from "./tell.ts";
import { deleteOldEvents } from "./webhook-sql.ts";

type Look = (house: House) => Promise<Stranded[]>;

/** What is looked for, in order: orders end last, so that none is called off whose money is just being told. */
const looks: readonly Look[] = [
  openEventsFound,
  lostAttemptsFound,
  untoldEndsFound,
  strandedMoneyFound,
  openRefundsFound,
  ordersPastTimeFound,
];

const lookAndMend = (look: Look) => async (house: House) => mendAll(house, await look(house));

/** Acts on events that were stored and not acted on. @returns how many. */
export const processOpenWebhooks = lookAndMend(openEventsFound);
/** Asks the provider about attempts whose answer was lost. @returns how many. */
export const recoverAttempts = lookAndMend(lostAttemptsFound);
/** Asks the provider about attempts whose end has not been told. @returns how many had one, or were called off. */
export const reconcileAttempts = lookAndMend(untoldEndsFound);
/** Sends refunds that were not sent, and asks about those whose end has not been told. @returns how many. */
export const sendOpenRefunds = lookAndMend(openRefundsFound);
/** Calls off orders whose time to pay is over. @returns how many. */
export const expirePayments = lookAndMend(ordersPastTimeFound);

/**
 * Looks for everything that is stranded between shop and providers and mends it.
 * @param options.dryRun nothing is moved.
 * @returns what was found, in the order in which it was looked at.
 */
export async function reconcile(house: House, options: { dryRun: boolean }): Promise<Stranded[]> {
  const all: Stranded[] = [];
  for (const look of looks) {
    const found = await look(house);
    if (!options.dryRun) await mendAll(house, found);
    all.push(...found);
  }
  return all;
}

/** Catches up with what was missed, every minute: so nothing stays stranded for more than two. */
export async function catchUp(house: House): Promise<void> {
  const found = await reconcile(house, { dryRun: false });
  if (found.length === 0) return;
  const counted = Object.groupBy(found, ({ finding }) => finding);
  const counts = Object.fromEntries(Object.entries(counted).map(([finding, of]) => [finding, of.length]));
  house.log.info("caught up with payments", counts);
}

export const jobs: readonly Job[] = [
  { name: "payments.catch_up", schedule: "* * * * *", work: catchUp },
  tellFailedJob,
  {
    name: "payments.retention",
    schedule: "41 2 * * *",
    work: async (house) => deleteOld(house, webhookEventDays, deleteOldEvents),
  },
];
