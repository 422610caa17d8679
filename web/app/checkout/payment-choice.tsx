import { Section } from "../cart/section.tsx";
import type { ShownCart } from "../cart/shown-cart.ts";
import { useShop } from "../lib/shop.tsx";
import { RadioCard } from "../ui/radio-card.tsx";
import { Choice, choiceForm } from "./choice.tsx";
import { useChoice } from "./use-choice.ts";

export function PaymentChoice({ cart }: { cart: ShownCart }) {
  const { t } = useShop();
  const { chosen, choose, trouble } = useChoice("payment", cart.paymentId === null ? null : String(cart.paymentId));
  return (
    <Section id="payment" title={t("checkout.payment")}>
      <Choice
        intent="payment"
        legend={t("checkout.payment")}
        trouble={trouble}
        className="grid items-start gap-3 lg:grid-cols-2"
      >
        {cart.payments.map(({ id, name, note }) => (
          <RadioCard
            key={id}
            name="id"
            form={choiceForm("payment")}
            value={id}
            checked={chosen === String(id)}
            onChange={() => choose(String(id))}
            title={name}
            text={note}
          />
        ))}
      </Choice>
    </Section>
  );
}
