// What carts and orders need: find a code for a customer, lock it while it is used, record and remove its use.
export { addPromoUse, removePromoUse, findPromoCode, lockPromoCode } from "./sql.ts";
