import { z } from "zod";
import { cartAt as at, guestAt } from "./at.ts";
import { choosePointRequest, shippingParam } from "../delivery/schema.ts";
import { type Api, endpoint } from "../platform/http.ts";
import { type Locale } from "../platform/locale.ts";
import { text } from "../platform/texts.ts";
import {
  type Cart,
  cart,
  cartWishes,
  estimate,
  estimateRequest,
  nextOrderRequest,
  refusals,
  wishQuery,
} from "./schema.ts";
import { setAside } from "./set-aside.ts";
import {
  changeLines,
  chooseAddress,
  choosePayment,
  choosePoint,
  chooseShipping,
  estimateCart,
  removeLines,
  showCart,
  takeNote,
} from "./service.ts";
import type { WishMode } from "./wishes.ts";

const byId = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

/** A clamped quantity is data and a message, not a failure. */
function withMessage(changed: Cart, locale: Locale) {
  return changed.stock_check?.length ? { data: changed, message: text(locale, "cart_clamped") } : { data: changed };
}

function modeOf({ merge, late }: z.infer<typeof wishQuery>): WishMode {
  return merge ? "merge" : late ? "late" : "set";
}

export function cartRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/cart/estimate",
    who: "anyone",
    summary: "What goods would cost at a door of a country: delivery by each method, customs, what cannot go",
    body: estimateRequest,
    answer: estimate,
    handler: async (asked) => ({ data: await estimateCart(asked.db, asked.body, guestAt(asked)) }),
  });
  endpoint(api, {
    method: "get",
    path: "/user/cart",
    who: "customer",
    summary: "The customer's cart",
    answer: cart,
    handler: async (asked) => ({ data: await showCart(asked.db, at(asked)) }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/cart",
    who: "customer",
    summary: "Sets wished quantities; ?merge=1 takes the larger of the two, ?late=1 is of a page that had no network",
    query: wishQuery,
    body: cartWishes,
    answer: cart,
    refusals,
    handler: async (asked) =>
      withMessage(await changeLines(asked.db, asked.body, modeOf(asked.query), at(asked)), asked.locale),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/cart",
    who: "customer",
    summary: "Removes lines",
    body: cartWishes,
    answer: cart,
    handler: async (asked) => ({ data: await removeLines(asked.db, asked.body, at(asked)) }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/cart/seen",
    who: "customer",
    summary: "The shopper has seen what changed: it is not told again",
    answer: cart,
    handler: async (asked) => ({ data: await takeNote(asked.db, at(asked)) }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/cart/split",
    who: "customer",
    summary: "Says which pieces wait for the next order; an empty list brings all back",
    body: nextOrderRequest,
    answer: cart,
    refusals,
    handler: async (asked) => ({ data: await setAside(asked.db, asked.body, at(asked)) }),
  });
  for (const [part, choose] of [
    ["address", chooseAddress],
    ["shipping", chooseShipping],
    ["payment", choosePayment],
  ] as const) {
    endpoint(api, {
      method: "post",
      path: `/user/cart/${part}/{id}`,
      who: "customer",
      summary: `Chooses the ${part} of the cart`,
      params: byId,
      answer: cart,
      refusals,
      handler: async (asked) => ({ data: await choose(asked.db, asked.params.id, at(asked)) }),
    });
  }
  endpoint(api, {
    method: "get",
    path: "/user/cart/cdek/address",
    who: "customer",
    summary: "The chosen pick-up point",
    answer: shippingParam,
    handler: async (asked) => ({ data: (await showCart(asked.db, at(asked))).shipping.selected_shipping_param }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/cart/cdek/address",
    who: "customer",
    summary: "Chooses a pick-up point",
    body: choosePointRequest,
    answer: shippingParam,
    refusals,
    handler: async (asked) => ({
      data: (await choosePoint(asked.db, asked.body, at(asked))).shipping.selected_shipping_param,
    }),
  });
}
