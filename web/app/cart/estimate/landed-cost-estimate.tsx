import { useDestination } from "../../delivery/destination.ts";
import { useDeliveryPricing } from "../../store-config/root-data.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { CountryPicker } from "./country-picker.tsx";
import { DeliveryEstimate } from "./delivery-estimate.tsx";
import { getShippingMethods } from "../cart-contents.ts";
import { useCountries } from "./use-countries.ts";
import { useEstimate } from "./use-estimate.ts";

/** A line whose delivery cost is estimated; the option id is 0 without options. */
type EstimatedLine = { productId: number; optionId: number; qty: number };

/** Landed cost of a product: price, delivery and estimated duty, calculated by the cart's estimate endpoint. */
export function LandedCostEstimate({ productId, optionId, qty }: EstimatedLine) {
  const { t, format } = useAccountI18n();
  const { iso_code } = useDeliveryPricing();
  const countries = useCountries();
  const { country, chooseCountry } = useDestination();
  const lines = [{ product_id: productId, option_id: optionId, qty }];
  const { estimate, isStale, hasFailed, retry } = useEstimate({ country, lines }, iso_code);
  const refusal = estimate?.cart_items.items[0]?.shipping_refusal ?? null;
  const total = estimate ? estimate.price_v2.total_price + estimate.customs_tax.tax : 0;
  const isDeliverable = estimate !== null && getShippingMethods(estimate).length > 0;
  return (
    <div className="min-h-72 px-4 pb-4">
      <CountryPicker countries={countries} chosen={country} onChoose={chooseCountry} />
      {hasFailed ? (
        <p role="alert" className="mt-4 text-sm text-beni-600">
          {t("checkout.estimate_failed")}{" "}
          <Button kind="outline" size="sm" onClick={retry}>
            {t("checkout.prices_retry")}
          </Button>
        </p>
      ) : estimate ? (
        <>
          {refusal && !isStale ? <p className="mt-4 text-sm text-beni-600">{refusal.text}</p> : null}
          <DeliveryEstimate estimate={estimate} isStale={isStale} />
          {isDeliverable && !refusal ? (
            <p className="mt-4 flex justify-between gap-3 border-t border-line pt-3 text-sm font-semibold">
              <span>{t("duty.landed_cost")}</span>
              <span className="num whitespace-nowrap">
                {format.money(Math.round(total * 100) / 100, estimate.price_v2)}
              </span>
            </p>
          ) : null}
        </>
      ) : (
        <div aria-hidden className="mt-4 h-40 animate-pulse rounded-md bg-mist" />
      )}
    </div>
  );
}
