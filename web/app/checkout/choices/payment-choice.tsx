import type { Cart } from "@furoshiki/api/cart";
import { UnavailableMethods } from "../../cart/estimate/delivery-estimate.tsx";
import { getPaymentMethods } from "../../cart/cart-contents.ts";
import { CartSection } from "../../cart/cart-section.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { RadioCard } from "@furoshiki/design-system/ui/radio-card.tsx";
import { Choice } from "./choice.tsx";
import { useChoice } from "./use-choice.ts";

/** Selects the payment method; unavailable methods are listed with the reason. */
export function PaymentChoice({ cart }: { cart: Cart }) {
  const { t } = useAccountI18n();
  const { getRadioProps, errorMessage } = useChoice("payment", cart.payment.selected);
  return (
    <CartSection id="payment" title={t("checkout.payment")}>
      <Choice
        intent="payment"
        legend={t("checkout.payment")}
        errorMessage={errorMessage}
        className="grid items-start gap-3 lg:grid-cols-2"
      >
        {getPaymentMethods(cart).map(({ id, name, note }) => (
          <RadioCard key={id} {...getRadioProps(id)} title={name} text={note} />
        ))}
      </Choice>
      <UnavailableMethods methods={cart.payment.not_offered} />
    </CartSection>
  );
}
