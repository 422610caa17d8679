import type * as Schema from "@furoshiki/api/admin/catalog-admin/prices";

/** How new prices are calculated. A schema is not loaded by the browser, so that its values are repeated here. */
export const priceRules: typeof Schema.priceRules = ["none", "formula", "percent", "amount", "regular"];

/** How new prices are rounded. */
export const priceRoundings: typeof Schema.priceRoundings = ["none", "nearest_10", "up_10", "up_90", "up_100"];

/** The limits of the bars of the distribution of changes, in percent. */
export const changeLimits: typeof Schema.changeLimits = [-30, -20, -10, -5, 0, 5, 10, 15, 20, 30, 50];
