import type { Job } from "../platform/jobs.ts";
import { deleteOld } from "../platform/retention.ts";
import { sendAlerts } from "./alerts.ts";
import { deleteOldPrices } from "./price-history-sql.ts";
import { priceHistoryDays } from "./settings.ts";
import { countSold, settleEndedSales } from "./upkeep-sql.ts";

export const jobs: readonly Job[] = [
  {
    name: "catalogue.sold",
    schedule: "17 * * * *",
    work: async ({ db, clock }) => void (await countSold(db, clock.now())),
  },
  { name: "catalogue.sales", schedule: "* * * * *", work: async ({ db }) => void (await settleEndedSales(db)) },
  {
    name: "catalogue.retention",
    schedule: "31 2 * * *",
    work: async (house) => deleteOld(house, priceHistoryDays, deleteOldPrices),
  },
  { name: "catalogue.alerts", schedule: "* * * * *", work: async (house) => void (await sendAlerts(house)) },
];
