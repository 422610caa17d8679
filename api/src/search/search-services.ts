import { createSearchCachePolicy } from "../catalog/cache-policy.ts";
import { getCountsExpiry } from "../catalog/product-index/service.ts";
import { findAnswers } from "./answers/find-answers.ts";
import { popularQueries } from "./popular-queries.ts";
import { logSearchQuery } from "./query-log.ts";

/** What the search uses besides the products: `buildApi` passes it to the routes, which know its type only. */
export const searchServices = { findAnswers, popularQueries, logSearchQuery, createSearchCachePolicy, getCountsExpiry };
export type SearchServices = Readonly<typeof searchServices>;
