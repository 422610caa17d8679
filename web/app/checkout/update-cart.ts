import type { Cart } from "@furoshiki/api/cart";
import type { CustomerSummary } from "@furoshiki/api/customer-summary";
import type { RequestContext } from "../api-client/request-context.ts";
import { getChosenGiftIds } from "../cart/gifts/chosen-gifts.ts";
import { prepareCart } from "../cart/load-cart.ts";
import type { WithCart } from "../cart/written-cart.ts";
import { createErrorResult, createSuccessResult, getFormValue, type FormResult } from "../forms/form-result.ts";

/** A call of the cart API, with the path below `/v1/user/cart`. */
type CartCall = { method: "POST" | "DELETE"; path: string; body?: unknown };
type CreateCall = (form: FormData, requestContext: RequestContext) => CartCall | Promise<CartCall>;

/** The intents of the forms on the cart page, except placing the order, and what they call. */
const callsByIntent = {
  update_line: (form) => ({ method: "POST", path: "", body: createLineUpdates(form) }),
  clear_cart: async (_form, requestContext) => ({
    method: "DELETE",
    path: "",
    body: await createRemovals(requestContext),
  }),
  acknowledge_changes: () => ({ method: "POST", path: "/seen" }),
  address: (form) => ({ method: "POST", path: `/address/${getPathValue(form, "id")}` }),
  shipping: (form) => ({ method: "POST", path: `/shipping/${getPathValue(form, "id")}` }),
  pickup_point: (form) => ({
    method: "POST",
    path: "/cdek/address",
    body: { type: "", code: getFormValue(form, "id") },
  }),
  payment: (form) => ({ method: "POST", path: `/payment/${getPathValue(form, "id")}` }),
  split_cart: (form) => ({ method: "POST", path: "/split", body: { lines: parseLines(getFormValue(form, "lines")) } }),
  remove_gift_card: (form) => ({ method: "DELETE", path: `/certificates/${getPathValue(form, "id")}` }),
  apply_code: (form) => ({ method: "POST", path: `/promo/${getPathValue(form, "code")}` }),
  remove_code: (form) => {
    const only = getPathValue(form, "only");
    return { method: "DELETE", path: only === "" ? "/promo" : `/promo?only=${only}` };
  },
  set_loyalty_points: (form) => ({ method: getFormValue(form, "on") === "1" ? "POST" : "DELETE", path: "/bonus" }),
  choose_gifts: (form) => ({ method: "POST", path: "/presents", body: { product_ids: getChosenGiftIds(form) } }),
} satisfies Record<string, CreateCall>;

export type CartIntent = keyof typeof callsByIntent;

/** Whether a form of the cart page has this intent. */
export function isCartIntent(value: string): value is CartIntent {
  return Object.hasOwn(callsByIntent, value);
}

/** Applies the change that a form requests to the signed-in customer's cart. The result has the cart after the change. */
export async function updateCart(
  requestContext: RequestContext,
  intent: CartIntent,
  form: FormData,
): Promise<FormResult & WithCart> {
  try {
    const createCall: CreateCall = callsByIntent[intent];
    const { path, ...call } = await createCall(form, requestContext);
    const { data, message } = await requestContext.callWithMessage<Cart>(`/v1/user/cart${path}`, call);
    // Selecting a pickup point is the only change whose response is not the cart.
    const cart = intent === "pickup_point" ? await requestContext.call<Cart>("/v1/user/cart") : data;
    return { ...createSuccessResult(message ?? null), cart: await prepareCart(requestContext, cart) };
  } catch (error) {
    return createErrorResult(error);
  }
}

function getPathValue(form: FormData, name: string): string {
  return encodeURIComponent(getFormValue(form, name).trim());
}

function createLineUpdates(form: FormData) {
  const cartId = getFormValue(form, "cart_id");
  const option = getFormValue(form, "option_id");
  if (option === "") return [createLineUpdate(cartId, Number(getFormValue(form, "qty")))];
  // Removes the line without an option and adds the one with the selected option.
  const removal = createLineUpdate(cartId, 0);
  return [removal, { ...removal, option_id: Number(option), qty: Number(getFormValue(form, "option_qty")) }];
}

/** Creates updates that remove every line. */
async function createRemovals(requestContext: RequestContext) {
  const { cart } = await requestContext.call<CustomerSummary>("/v1/user/summary");
  return Object.keys(cart.quantities).map((cartId) => createLineUpdate(cartId, 0));
}

function createLineUpdate(cartId: string, qty: number) {
  const [productId, optionId] = cartId.split("_").map(Number);
  return { product_id: productId, option_id: optionId, qty };
}

/** Parses the lines of the form. Returns null for invalid JSON, which the API refuses. */
function parseLines(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
