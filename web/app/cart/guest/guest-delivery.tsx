import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { useDestination } from "../../delivery/destination.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { useDeliveryPricing } from "../../store-config/root-data.ts";
import type { CartContents } from "../cart-contents.ts";
import { CartSection } from "../cart-section.tsx";
import { CountryPicker } from "../estimate/country-picker.tsx";
import { DeliveryEstimate } from "../estimate/delivery-estimate.tsx";
import { useCountries } from "../estimate/use-countries.ts";

type GuestDeliveryProps = {
  cart: CartContents;
  /** ISO 3166-1 code of the destination. */
  country: string;
  isStale: boolean;
  hasFailed: boolean;
  onRetry: () => void;
};

/** The destination, what delivery to it costs, and how much is missing for free delivery. */
export function GuestDelivery({ cart, country, isStale, hasFailed, onRetry }: GuestDeliveryProps) {
  const { t, format } = useAccountI18n();
  const countries = useCountries();
  const { chooseCountry } = useDestination();
  const delivery = useDeliveryPricing();
  const { products_price: products } = cart.price_v2;
  return (
    <CartSection id="delivery" title={t("checkout.delivery_cost")} text={t("checkout.delivery_cost_text")}>
      <CountryPicker countries={countries} chosen={country} onChoose={chooseCountry} />
      {hasFailed ? (
        <Alert kind="error" className="mt-4">
          {t("checkout.estimate_failed")}{" "}
          <Button kind="outline" size="sm" onClick={onRetry}>
            {t("checkout.prices_retry")}
          </Button>
        </Alert>
      ) : (
        <DeliveryEstimate estimate={cart} isStale={isStale} />
      )}
      {products < delivery.free_from ? (
        <p className="mt-3 text-sm text-ink-2">
          {t("checkout.delivery_free_left", {
            sum: format.money(Math.round((delivery.free_from - products) * 100) / 100, delivery),
          })}
        </p>
      ) : null}
    </CartSection>
  );
}
