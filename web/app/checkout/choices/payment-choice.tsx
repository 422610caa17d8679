import { UnavailableMethods } from "../../cart/estimate/delivery-estimate.tsx";
import { CartSection } from "../../cart/cart-section.tsx";
import type { CartViewModel } from "../../cart/cart-view-model.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { RadioCard } from "@furoshiki/design-system/ui/radio-card.tsx";
import { Choice } from "./choice.tsx";
import { useChoice } from "./use-choice.ts";

/** Selects the payment method; unavailable methods are listed with the reason. */
export function PaymentChoice({ cart }: { cart: CartViewModel }) {
  const { t } = useI18n();
  const { getRadioProps, errorMessage } = useChoice("payment", cart.paymentMethodId);
  return (
    <CartSection id="payment" title={t("checkout.payment")}>
      <Choice
        intent="payment"
        legend={t("checkout.payment")}
        errorMessage={errorMessage}
        className="grid items-start gap-3 lg:grid-cols-2"
      >
        {cart.paymentMethods.map(({ id, name, note }) => (
          <RadioCard key={id} {...getRadioProps(id)} title={name} text={note} />
        ))}
      </Choice>
      <UnavailableMethods methods={cart.unavailablePaymentMethods} />
    </CartSection>
  );
}
