import { UnavailableMethods } from "../../cart/estimate/delivery-estimate.tsx";
import { CartSection } from "../../cart/cart-section.tsx";
import type { CartViewModel, ShippingMethodViewModel } from "../../cart/cart-view-model.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { RadioCard } from "@furoshiki/design-system/ui/radio-card.tsx";
import { Choice } from "./choice.tsx";
import { PickupPoints } from "../pickup-points/pickup-points.tsx";
import { useChoice } from "./use-choice.ts";

/** Selects the shipping method, with price and days. A pickup point is selected inside the card of its method (docs/domain/delivery.md). */
export function ShippingChoice({ cart }: { cart: CartViewModel }) {
  const { t, format } = useI18n();
  const { chosen, getRadioProps, errorMessage } = useChoice("shipping", cart.shippingMethodId);
  const formatDays = ({ daysMin, daysMax }: ShippingMethodViewModel) =>
    t("checkout.days", { from: daysMin, to: daysMax });
  return (
    <CartSection id="shipping" title={t("checkout.shipping")}>
      {cart.addressId === null ? (
        <p className="mt-2 text-sm text-ink-2">{t("checkout.shipping_after_address")}</p>
      ) : cart.shippingMethods.length === 0 ? (
        <>
          <Alert kind="error" className="mt-4">
            {t(
              cart.problems.includes("parcel_over_limits")
                ? "checkout.parcel_over_limits"
                : "checkout.country_not_served",
            )}
          </Alert>
          <UnavailableMethods methods={cart.unavailableShippingMethods} />
        </>
      ) : (
        <>
          <Choice intent="shipping" legend={t("checkout.shipping")} errorMessage={errorMessage} className="space-y-3">
            {cart.shippingMethods.map((method) => (
              <RadioCard
                key={method.id}
                {...getRadioProps(method.id)}
                title={method.name}
                text={[formatDays(method), method.note].filter(Boolean).join(". ")}
                trailing={method.price === 0 ? t("checkout.free") : format.money(method.price, cart.currency)}
              >
                {method.needsPickupPoint && method.id === cart.shippingMethodId && chosen === String(method.id) ? (
                  <PickupPoints points={method.pickupPoints} chosen={cart.pickupPoint} parcel={cart} />
                ) : null}
              </RadioCard>
            ))}
          </Choice>
          <UnavailableMethods methods={cart.unavailableShippingMethods} />
        </>
      )}
    </CartSection>
  );
}
