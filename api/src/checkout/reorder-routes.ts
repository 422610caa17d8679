import type { CartCalculator } from "../cart/cart-calculator.ts";
import { cartContext } from "../cart/context.ts";
import { cart } from "../cart/schema.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { idParams } from "../platform/http/id-params.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { reorder } from "./reorder.ts";

/** Endpoint that adds the goods of an order to the cart again. */
export function reorderRoutes(api: Api, calculator: CartCalculator): void {
  endpoint(api, {
    method: "post",
    path: "/user/orders/{id}/repeat",
    auth: "customer",
    summary: "Add to the cart what is still sold of an order; stock_check lists the rest",
    params: idParams,
    response: cart,
    refusals: orderRefusals,
    handler: async (request) => {
      const { db, params, locale } = request;
      const context = cartContext(request);
      const stockCheck = await reorder(db, params.id, context);
      const data = { ...(await calculator.getCart(db, context)), stock_check: stockCheck };
      return stockCheck.length > 0 ? { data, message: formatMessage(locale, "order_repeated_in_part") } : { data };
    },
  });
}
