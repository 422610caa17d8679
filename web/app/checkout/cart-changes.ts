import type { Cart } from "@furoshiki/api/cart";
import type { Visit } from "../lib/api.ts";
import { done, refused, textOf, type FormAnswer } from "../lib/form-answer.ts";
import { changeMeans, meansIntents } from "./means-changes.ts";

/** What a form of the cart page asks for, beside placing the order. */
export const cartIntents = [
  "line",
  "clear",
  "seen",
  "address",
  "shipping",
  "point",
  "payment",
  "split",
  "drop_certificate",
  ...meansIntents,
] as const;
type CartIntent = (typeof cartIntents)[number];

/** One change of the signed-in shopper's cart, asked for by a form. */
export async function changeCart(visit: Visit, intent: CartIntent, form: FormData): Promise<FormAnswer> {
  try {
    return done((await send(visit, intent, form)) ?? null);
  } catch (error) {
    return refused(error);
  }
}

/** @returns what the shop says beside, such as a quantity that it could not give. */
async function send(visit: Visit, intent: CartIntent, form: FormData): Promise<string | undefined> {
  const wish = async (wishes: object[]) =>
    (await visit.callWithMessage<Cart>("/v1/user/cart", { method: "POST", body: wishes })).message;
  switch (intent) {
    case "line": {
      const cartId = textOf(form, "cart_id");
      const option = textOf(form, "option_id");
      if (option === "") return wish([wishOf(cartId, Number(textOf(form, "qty")))]);
      // The line without an option leaves as the chosen one comes.
      const old = wishOf(cartId, 0);
      return wish([old, { ...old, option_id: Number(option), qty: Number(textOf(form, "wanted")) }]);
    }
    case "clear": {
      const cart = await visit.call<Cart>("/v1/user/cart");
      const wishes = cart.cart_items.items.map((item) => wishOf(item.cart_id, 0));
      if (wishes.length > 0) await visit.call("/v1/user/cart", { method: "DELETE", body: wishes });
      return undefined;
    }
    case "seen":
      await visit.call("/v1/user/cart/seen", { method: "POST" });
      return undefined;
    case "point":
      await visit.call("/v1/user/cart/cdek/address", { method: "POST", body: { type: "", code: textOf(form, "id") } });
      return undefined;
    case "code":
    case "drop_code":
    case "bonus":
    case "presents":
      return changeMeans(visit, intent, form);
    case "split":
      await visit.call("/v1/user/cart/split", { method: "POST", body: { lines: linesIn(textOf(form, "lines")) } });
      return undefined;
    case "drop_certificate":
      await visit.call(`/v1/user/cart/certificates/${encodeURIComponent(textOf(form, "id"))}`, { method: "DELETE" });
      return undefined;
    case "address":
    case "shipping":
    case "payment":
      await visit.call(`/v1/user/cart/${intent}/${encodeURIComponent(textOf(form, "id"))}`, { method: "POST" });
      return undefined;
  }
}

function wishOf(cartId: string, qty: number) {
  const [productId, optionId] = cartId.split("_").map(Number);
  return { product_id: productId, option_id: optionId, qty };
}

/** What no browser of ours wrote is left to the API to refuse. */
function linesIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // No JSON: as good as nothing.
    return null;
  }
}
