// What carts need: find a code for a customer, and lock it while an order uses it.
export { findPromoCode, lockPromoCode } from "./sql.ts";
// What the calendar of the back office shows.
export { listPromoCodePeriods } from "./admin-sql.ts";
