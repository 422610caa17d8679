import type { AppContext } from "../platform/http/endpoint.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { findNextChangeByTime } from "./product-index/service.ts";
import { newProductDays } from "./settings.ts";

/** Returns when products change by time next, for `AppContext`. */
export const findNextProductChange: AppContext["findNextProductChange"] = async (db, now) =>
  findNextChangeByTime(db, now, await getSetting(db, newProductDays));
