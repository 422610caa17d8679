import { chooseDestination, useDestination } from "../lib/destination.ts";
import { useDelivery } from "../lib/known.ts";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { CountryPicker } from "./country-picker.tsx";
import { DeliveryEstimate } from "./delivery-estimate.tsx";
import { type EstimatedLine, useCountries, useEstimate } from "./use-estimate.ts";

/** What a product costs at the visitor's door: its price, delivery and likely duty, by the cart's own rules. */
export function DoorPrice(line: EstimatedLine) {
  const { t, format, locale } = useShop();
  const { iso_code } = useDelivery();
  const countries = useCountries();
  const country = useDestination(locale, iso_code);
  const { estimate, stale, failed, retry } = useEstimate(country, [line], iso_code);
  const refusal = estimate?.cart_items.items[0]?.shipping_refusal ?? null;
  const total = estimate ? estimate.price_v2.total_price + estimate.customs_tax.tax : 0;
  const served = estimate !== null && estimate.shipping.availiable_shipping.items.length > 0;
  return (
    <div className="min-h-72 px-4 pb-4">
      <CountryPicker countries={countries} chosen={country} onChoose={chooseDestination} />
      {failed ? (
        <p role="alert" className="mt-4 text-sm text-beni-600">
          {t("checkout.estimate_failed")}{" "}
          <Button kind="outline" size="sm" onClick={retry}>
            {t("checkout.prices_retry")}
          </Button>
        </p>
      ) : estimate ? (
        <>
          {refusal && !stale ? <p className="mt-4 text-sm text-beni-600">{refusal.text}</p> : null}
          <DeliveryEstimate estimate={estimate} stale={stale} />
          {served && !refusal ? (
            <p className="mt-4 flex justify-between gap-3 border-t border-line pt-3 text-sm font-semibold">
              <span>{t("duty.door_total")}</span>
              <span className="num whitespace-nowrap">
                {format.money(Math.round(total * 100) / 100, estimate.price_v2)}
              </span>
            </p>
          ) : null}
        </>
      ) : (
        <div aria-hidden className="mt-4 h-40 animate-breathe rounded-md bg-mist" />
      )}
    </div>
  );
}
