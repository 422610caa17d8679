import { z } from "zod";
import { retentionSetting } from "../platform/retention/settings.ts";
import { setting } from "../platform/settings/settings.ts";

/** A query is suggested to others only if at least this many people searched for it (docs/domain/search.md). */
export const popularMinVisitors = setting("search.popular_min_visitors", z.number().int().min(2).max(1000), 3);
/** Words; a query with any of them is never suggested to others. */
export const hiddenWords = setting("search.hidden_words", z.array(z.string().trim().min(1).max(80)).max(500), []);
/** The information pages that the search offers before anything is typed, by the last part of their path. */
export const helpPages = setting("search.help_pages", z.array(z.string().min(1).max(100)).max(6), [
  "delivery",
  "garantiy-i-vozvrat",
  "custom-tax",
]);
/** How long the number of searches for a query on a day is kept: reports reach back a year. */
export const searchQueryDays = retentionSetting("search_queries", { min: 31, defaultDays: 366 });
