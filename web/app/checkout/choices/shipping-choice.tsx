import type { Cart } from "@furoshiki/api/cart";
import { Zap } from "lucide-react";
import { UnavailableMethods } from "../../cart/estimate/delivery-estimate.tsx";
import { getAddresses, getShippingMethods } from "../../cart/cart-contents.ts";
import { CartSection } from "../../cart/cart-section.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { RadioCard } from "@furoshiki/design-system/ui/radio-card.tsx";
import { Choice } from "./choice.tsx";
import { formatStreetAddress } from "../../delivery/street-address.ts";
import { PickupPoints } from "../pickup-points/pickup-points.tsx";
import { useChoice } from "./use-choice.ts";

/** Selects the shipping method, with price and dates. A pickup point is selected inside the card of its method (docs/domain/delivery.md). */
export function ShippingChoice({ cart }: { cart: Cart }) {
  const { t, format } = useAccountI18n();
  const { shipping } = cart;
  const methods = getShippingMethods(cart);
  const fastest = findFastest(methods);
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
                text={
                  <>
                    <span className="num">{format.days(method.arrives.from, method.arrives.to)}</span>
                    {method.note ? `. ${method.note}` : ""}
                    {method.needs_identity ? <span className="block">{t("identity.announced")}</span> : null}
                    {method.id === fastest ? (
                      <span className="mt-1.5 flex items-center gap-1 text-xs font-medium text-tokiwa-700">
                        <Zap size={14} strokeWidth={1.5} aria-hidden />
                        {t("checkout.fastest")}
                      </span>
                    ) : null}
                  </>
                }
                trailing={method.price === 0 ? t("checkout.free") : format.money(method.price, cart.price_v2)}
              >
                {method.needs_point && method.id === shipping.selected && chosen === String(method.id) ? (
                  <PickupPoints
                    points={method.options}
                    chosen={shipping.selected_shipping_param}
                    address={address ? formatStreetAddress(address) : ""}
                    parcel={parcel}
                  />
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

/** Returns the id of the method that arrives before all others; null if there is none. */
function findFastest(methods: ReturnType<typeof getShippingMethods>): number | null {
  const [first, second] = methods.toSorted((a, b) => a.days_max - b.days_max);
  return first && second && first.days_max < second.days_max ? first.id : null;
}
