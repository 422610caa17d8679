import type { Job } from "../platform/jobs/job-queue.ts";
import { deleteExpiredRows } from "../platform/retention/delete-expired-rows.ts";
import { sendAlerts } from "./alerts/send-alerts.ts";
import { countCompositionNames } from "./ingredients/count-names.ts";
import { deleteSentAlerts } from "./alerts/alert-sql.ts";
import { deleteOldPrices } from "./pricing/price-history-sql.ts";
import { priceHistoryDays, sentAlertDays } from "./retention-settings.ts";
import { moveProductsWithCategories } from "./taxonomy/terms.ts";
import { jobs as productIndexJobs } from "./product-index/jobs.ts";
import { updateUnitsSold, refreshCardsAfterSales } from "./products/maintenance-sql.ts";

export const jobs: readonly Job[] = [
  {
    name: "catalog.update_units_sold",
    schedule: "17 * * * *",
    work: async ({ db, clock }) => void (await updateUnitsSold(db, clock.now())),
  },
  {
    name: "catalog.refresh_ended_sales",
    schedule: "* * * * *",
    work: async ({ db }) => void (await refreshCardsAfterSales(db)),
  },
  {
    name: "catalog.move_products",
    schedule: "* * * * *",
    work: async ({ db }) => void (await moveProductsWithCategories(db)),
  },
  {
    name: "catalog.delete_old_prices",
    schedule: "31 2 * * *",
    work: async (app) => deleteExpiredRows(app, priceHistoryDays, deleteOldPrices),
  },
  {
    name: "catalog.delete_sent_alerts",
    schedule: "35 2 * * *",
    work: async (app) => deleteExpiredRows(app, sentAlertDays, deleteSentAlerts),
  },
  {
    name: "catalog.count_composition_names",
    schedule: "* * * * *",
    work: async ({ db }) => void (await countCompositionNames(db)),
  },
  ...productIndexJobs,
  { name: "catalog.send_alerts", schedule: "* * * * *", work: async (app) => void (await sendAlerts(app)) },
];
