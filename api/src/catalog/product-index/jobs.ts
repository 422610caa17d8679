import type { Job } from "../../platform/jobs/job-queue.ts";
import { switchListingTable } from "./switch-listing-table.ts";

export { switchListingTable } from "./switch-listing-table.ts";

export const jobs: readonly Job[] = [
  { name: "catalog.switch_listing_table", schedule: "* * * * *", work: switchListingTable },
];
