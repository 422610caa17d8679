import type { Cart } from "@furoshiki/api/cart";
import { UnavailableMethods } from "../../cart/estimate/delivery-estimate.tsx";
import { getAddresses, getShippingMethods } from "../../cart/cart-contents.ts";
import { CartSection } from "../../cart/cart-section.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { RadioCard } from "@furoshiki/design-system/ui/radio-card.tsx";
import { Choice } from "./choice.tsx";
import { PickupPoints } from "../pickup-points/pickup-points.tsx";
import { useChoice } from "./use-choice.ts";

/** Selects the shipping method, with price and days. A pickup point is selected inside the card of its method (docs/domain/delivery.md). */
export function ShippingChoice({ cart }: { cart: Cart }) {
  const { t, format } = useAccountI18n();
  const { shipping } = cart;
  const methods = getShippingMethods(cart);
  const { chosen, getRadioProps, errorMessage } = useChoice("shipping", shipping.selected);
  const address = getAddresses(cart).find(({ id }) => id === cart.address.selected);
  const parcel = { country: address?.country ?? null, weightG: cart.weight_g, boxMm: cart.box_mm };
  return (
    <CartSection id="shipping" title={t("checkout.shipping")}>
      {cart.address.selected === null ? (
        <p className="mt-2 text-sm text-ink-2">{t("checkout.shipping_after_address")}</p>
      ) : methods.length === 0 ? (
        <>
          <Alert kind="error" className="mt-4">
            {t(
              cart.problems.some(({ code }) => code === "parcel_over_limits")
                ? "checkout.parcel_over_limits"
                : "checkout.country_not_served",
            )}
          </Alert>
          <UnavailableMethods methods={shipping.not_offered} />
        </>
      ) : (
        <>
          <Choice intent="shipping" legend={t("checkout.shipping")} errorMessage={errorMessage} className="space-y-3">
            {methods.map((method) => (
              <RadioCard
                key={method.id}
                {...getRadioProps(method.id)}
                title={method.name}
                text={[t("checkout.days", { from: method.days_min, to: method.days_max }), method.note]
                  .filter(Boolean)
                  .join(". ")}
                trailing={method.price === 0 ? t("checkout.free") : format.money(method.price, cart.price_v2)}
              >
                {method.needs_point && method.id === shipping.selected && chosen === String(method.id) ? (
                  <PickupPoints points={method.options} chosen={shipping.selected_shipping_param} parcel={parcel} />
                ) : null}
              </RadioCard>
            ))}
          </Choice>
          <UnavailableMethods methods={shipping.not_offered} />
        </>
      )}
    </CartSection>
  );
}
