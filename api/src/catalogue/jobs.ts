import type { Job } from "../platform/jobs.ts";
import { sendAlerts } from "./alerts.ts";
import { countSold, settleEndedSales } from "./upkeep-sql.ts";

export const jobs: readonly Job[] = [
  {
    name: "catalogue.sold",
    schedule: "17 * * * *",
    work: async ({ db, clock }) => void (await countSold(db, clock.now())),
  },
  { name: "catalogue.sales", schedule: "* * * * *", work: async ({ db }) => void (await settleEndedSales(db)) },
  { name: "catalogue.alerts", schedule: "* * * * *", work: async (house) => void (await sendAlerts(house)) },
];
