import { withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import type { Job } from "../platform/jobs/job-queue.ts";
import { eraseUnneededIdentities } from "./identity/recipient-identity.ts";
import { deleteUnusedMessagePhotos } from "./messages/photos.ts";
import { countOnTimeRates } from "./promises/on-time-rates.ts";
import { sendGiftCards } from "./send-gift-cards.ts";

/** Counts the parcels that arrived in time again, for all countries. */
async function countRates({ db, clock }: AppContext): Promise<void> {
  await withTransaction(db, (tx) => countOnTimeRates(tx, clock.now()));
}

export const jobs: readonly Job[] = [
  { name: "orders.send_gift_cards", schedule: "*/5 * * * *", work: sendGiftCards },
  { name: "orders.count_on_time_rates", schedule: "20 0 * * *", work: countRates },
  { name: "orders.erase_identities", schedule: "50 0 * * *", work: eraseUnneededIdentities },
  {
    name: "orders.delete_unused_photos",
    schedule: "37 * * * *",
    work: async (app) => void (await deleteUnusedMessagePhotos(app)),
  },
];
