import type { Cart } from "@furoshiki/api/cart";
import { isDutyExpected } from "../cart/cart-contents.ts";
import type { AccountI18n } from "../i18n/account-i18n.ts";
import type { CheckoutBlocker } from "./checkout-blockers.ts";
import type { Consents } from "./use-consents.ts";

/** Returns the checkboxes that are not checked as blockers of the order. */
export function getConsentBlockers(missingConsents: Record<string, string[]>, t: AccountI18n["t"]): CheckoutBlocker[] {
  const texts = [
    missingConsents["duty_confirmed"] ? t("checkout.blocker_duty") : null,
    missingConsents["agree"] ? t("checkout.blocker_agree") : null,
    missingConsents["agree_offer"] ? t("checkout.blocker_offer") : null,
  ];
  return texts.filter((text) => text !== null).map((text) => ({ text, sectionId: "confirmation" }));
}

/** Returns errors for the required checkboxes that are not checked, by field. */
export function getMissingConsentErrors(
  cart: Cart,
  { personalData, offer, duty }: Consents,
  t: AccountI18n["t"],
): Record<string, string[]> {
  return {
    ...(isDutyExpected(cart) && !duty ? { duty_confirmed: [t("field.notification.duty_confirmation_required")] } : {}),
    ...(personalData ? {} : { agree: [t("field.notification.no_agree_personal")] }),
    ...(offer ? {} : { agree_offer: [t("field.notification.no_agree_offer")] }),
  };
}
