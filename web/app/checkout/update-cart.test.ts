import { expect, it } from "vitest";
import { ApiError, type ApiCall, type RequestContext } from "../api-client/request-context.ts";
import { createTestCart } from "../../test/cart-fixtures.ts";
import { updateCart, type CartIntent } from "./update-cart.ts";

const cart = createTestCart();
const summary = { cart: { quantities: { "1_0": 2, "8_3": 1 }, certificates: 0 } };

/** Applies a form to the cart. Returns its result and the API calls that it caused. */
async function submitForm(intent: CartIntent, fields: [string, string][], error?: ApiError) {
  const calls: string[] = [];
  const callWithMessage = async (path: string, { method = "GET", body }: ApiCall = {}) => {
    calls.push([method, path, body === undefined ? "" : JSON.stringify(body)].join(" ").trim());
    if (error) throw error;
    return { data: path === "/v1/user/summary" ? summary : cart, message: "done" };
  };
  const call = async (path: string) => (await callWithMessage(path)).data;
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const result = await updateCart({ call, callWithMessage } as unknown as RequestContext, intent, form);
  return { calls, result };
}

const lines = '[{"product_id":1,"option_id":0,"qty":1}]';
it.each<[CartIntent, [string, string][], string[]]>([
  [
    "update_line",
    [
      ["cart_id", "8_3"],
      ["qty", "2"],
    ],
    ['POST /v1/user/cart [{"product_id":8,"option_id":3,"qty":2}]'],
  ],
  [
    "update_line",
    [
      ["cart_id", "8_0"],
      ["option_id", "3"],
      ["option_qty", "2"],
    ],
    ['POST /v1/user/cart [{"product_id":8,"option_id":0,"qty":0},{"product_id":8,"option_id":3,"qty":2}]'],
  ],
  [
    "clear_cart",
    [],
    [
      "GET /v1/user/summary",
      'DELETE /v1/user/cart [{"product_id":1,"option_id":0,"qty":0},{"product_id":8,"option_id":3,"qty":0}]',
    ],
  ],
  ["acknowledge_changes", [], ["POST /v1/user/cart/seen"]],
  ["address", [["id", "5"]], ["POST /v1/user/cart/address/5"]],
  [
    "pickup_point",
    [["id", "KZN7"]],
    ['POST /v1/user/cart/cdek/address {"type":"","code":"KZN7"}', "GET /v1/user/cart"],
  ],
  ["split_cart", [["lines", lines]], [`POST /v1/user/cart/split {"lines":${lines}}`]],
  ["split_cart", [["lines", "[broken"]], ['POST /v1/user/cart/split {"lines":null}']],
  ["remove_gift_card", [["id", "7"]], ["DELETE /v1/user/cart/certificates/7"]],
  ["apply_code", [["code", " sakura 10/x "]], ["POST /v1/user/cart/promo/sakura%2010%2Fx"]],
  ["remove_code", [["only", "certificate"]], ["DELETE /v1/user/cart/promo?only=certificate"]],
  ["remove_code", [], ["DELETE /v1/user/cart/promo"]],
  ["set_loyalty_points", [["on", "1"]], ["POST /v1/user/cart/bonus"]],
  ["set_loyalty_points", [["on", "0"]], ["DELETE /v1/user/cart/bonus"]],
  [
    "choose_gifts",
    [
      ["present", "3"],
      ["present", "5"],
    ],
    ['POST /v1/user/cart/presents {"product_ids":[3,5]}'],
  ],
  ["choose_gifts", [["present", ""]], ['POST /v1/user/cart/presents {"product_ids":[]}']],
])("%s with %j calls %j and returns the cart", async (intent, fields, expectedCalls) => {
  const { calls, result } = await submitForm(intent, fields);
  expect(calls).toEqual(expectedCalls);
  expect(result).toMatchObject({ ok: true, message: "done", cart: { cart, options: {} } });
});

it("returns the error of a refused change, without a cart", async () => {
  const error = new ApiError(422, { code: "cart_shipping_not_offered", message: "No." });
  const { result } = await submitForm("shipping", [["id", "5"]], error);
  expect(result).toMatchObject({ ok: false, message: "No." });
  expect(result.cart).toBeUndefined();
});
