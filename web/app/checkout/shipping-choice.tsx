import { NotOffered } from "../cart/delivery-estimate.tsx";
import { Section } from "../cart/section.tsx";
import type { ShownCart, ShownMethod } from "../cart/shown-cart.ts";
import { useShop } from "../lib/shop.tsx";
import { Note } from "../ui/note.tsx";
import { RadioCard } from "../ui/radio-card.tsx";
import { Choice } from "./choice.tsx";
import { PickupPoints } from "./pickup-points.tsx";
import { useChoice } from "./use-choice.ts";

/** How the parcel travels, with price and days; a pick-up point is chosen inside its card (spec §4, Shipping id 6). */
export function ShippingChoice({ cart }: { cart: ShownCart }) {
  const { t, format } = useShop();
  const { chosen, radio, trouble } = useChoice("shipping", cart.methodId);
  const days = ({ daysMin, daysMax }: ShownMethod) => t("checkout.days", { from: daysMin, to: daysMax });
  return (
    <Section id="shipping" title={t("checkout.shipping")}>
      {cart.addressId === null ? (
        <p className="mt-2 text-sm text-ink-2">{t("checkout.shipping_after_address")}</p>
      ) : cart.methods.length === 0 ? (
        <>
          <Note kind="error" className="mt-4">
            {t(
              cart.problems.includes("parcel_over_limits")
                ? "checkout.parcel_over_limits"
                : "checkout.country_not_served",
            )}
          </Note>
          <NotOffered methods={cart.notOffered} />
        </>
      ) : (
        <>
          <Choice intent="shipping" legend={t("checkout.shipping")} trouble={trouble} className="space-y-3">
            {cart.methods.map((method) => (
              <RadioCard
                key={method.id}
                {...radio(method.id)}
                title={method.name}
                text={[days(method), method.note].filter(Boolean).join(". ")}
                aside={method.price === 0 ? t("checkout.free") : format.money(method.price, cart.money)}
              >
                {method.needsPoint && method.id === cart.methodId && chosen === String(method.id) ? (
                  <PickupPoints points={method.points} chosen={cart.point} parcel={cart} />
                ) : null}
              </RadioCard>
            ))}
          </Choice>
          <NotOffered methods={cart.notOffered} />
        </>
      )}
    </Section>
  );
}
