import type { Estimate } from "@furoshiki/api/cart";
import { fetchApiWithMessage } from "../../api-client/browser-api.ts";
import { getDestination } from "../../delivery/destination.ts";
import { createSuccessResult, getFormValue, type FormResult } from "../../forms/form-result.ts";
import { getDocumentLocale } from "../../i18n/document-locale.ts";
import { getTranslator } from "../../i18n/messages.ts";
import { createEstimateRequest } from "../estimate/use-estimate.ts";
import { getChosenGiftIds } from "../gifts/chosen-gifts.ts";
import type { WithCart } from "../written-cart.ts";
import { clearGuestCart, getGuestCart, updateGuestCart } from "./guest-cart.ts";
import { clearChanges } from "./guest-cart-changes.ts";

/** Applies the change that a form of the cart page requests to the guest cart of this browser. */
export async function submitGuestCart(form: FormData): Promise<FormResult & WithCart> {
  return { ...(await applyChange(form)), cart: null };
}

async function applyChange(form: FormData): Promise<FormResult> {
  const intent = getFormValue(form, "intent");
  switch (intent) {
    case "apply_code":
      return applyCode(getFormValue(form, "code").trim());
    case "remove_code":
      updateGuestCart((cart) => ({ ...cart, promo: null }));
      break;
    case "choose_gifts":
      updateGuestCart((cart) => ({ ...cart, presents: getChosenGiftIds(form) }));
      break;
    case "acknowledge_changes":
      clearChanges();
      break;
    case "clear_cart":
      clearGuestCart();
      break;
    default:
      throw new Error(`a guest cart has no change ${intent}`);
  }
  return createSuccessResult();
}

/** Stores a promo code after the API has checked it against the goods. */
async function applyCode(code: string): Promise<FormResult> {
  if (code === "") return createSuccessResult();
  const cart = getGuestCart();
  const locale = getDocumentLocale();
  const currency = cart.currency.toUpperCase();
  const { data, message } = await fetchApiWithMessage<Estimate>(
    { locale },
    `/v1/cart/promo/${encodeURIComponent(code)}`,
    { currency, body: createEstimateRequest(cart, getDestination(currency)) },
  );
  if (data) {
    updateGuestCart((stored) => ({ ...stored, promo: data.promo.promo }));
    return createSuccessResult(message ?? null);
  }
  const errorMessage = message ?? getTranslator(locale)("error.offline");
  return { ok: false, message: errorMessage, code: null, errors: {}, values: {} };
}
