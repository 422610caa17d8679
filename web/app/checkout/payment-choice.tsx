import { NotOffered } from "../cart/delivery-estimate.tsx";
import { Section } from "../cart/section.tsx";
import type { ShownCart } from "../cart/shown-cart.ts";
import { useShop } from "../lib/shop.tsx";
import { RadioCard } from "../ui/radio-card.tsx";
import { Choice } from "./choice.tsx";
import { useChoice } from "./use-choice.ts";

export function PaymentChoice({ cart }: { cart: ShownCart }) {
  const { t } = useShop();
  const { radio, trouble } = useChoice("payment", cart.paymentId);
  return (
    <Section id="payment" title={t("checkout.payment")}>
      <Choice
        intent="payment"
        legend={t("checkout.payment")}
        trouble={trouble}
        className="grid items-start gap-3 lg:grid-cols-2"
      >
        {cart.payments.map(({ id, name, note }) => (
          <RadioCard key={id} {...radio(id)} title={name} text={note} />
        ))}
      </Choice>
      <NotOffered methods={cart.paymentsNotOffered} />
    </Section>
  );
}
