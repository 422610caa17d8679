import { data } from "react-router";

/** Returns the id of an order from a supplier in a path. @throws a response 404 if it is none */
export function parsePurchaseOrderId({ id }: { id: string }): number {
  if (!/^[1-9]\d{0,8}$/.test(id)) throw data(null, { status: 404 });
  return Number(id);
}
