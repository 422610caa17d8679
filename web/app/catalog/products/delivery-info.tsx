import { Plane, ReceiptText, RotateCcw } from "lucide-react";
import { useDispatchPlaces } from "../../store-config/store-info.ts";
import { InfoLink } from "../../navigation/info-link.tsx";
import { useDeliveryPricing, useRootData } from "../../store-config/root-data.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

const linkClass = "text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700";

/** Delivery price, customs duty and refunds, shown next to the buy button. */
export function DeliveryInfo() {
  const { t, format, locale } = useI18n();
  const delivery = useDeliveryPricing();
  const limits = useRootData()?.config.limits;
  const commercialQty = limits?.commercial_qty ?? 4;
  const returnDays = limits?.return_days ?? 0;
  const prices = {
    flat: format.money(delivery.flat, delivery),
    free_from: format.threshold(delivery.free_from, delivery),
  };
  return (
    <ul className="mt-6 divide-y divide-line rounded-md border border-line bg-surface text-sm">
      <li className="flex gap-3.5 p-4">
        <Plane size={22} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-700" />
        <div className="grow">
          <p className="flex justify-between gap-3 font-semibold">
            <span>{t("delivery.title", useDispatchPlaces())}</span>
            <span className="num whitespace-nowrap">{prices.flat}</span>
          </p>
          <p className="mt-0.5 text-ink-2">
            {t("delivery.text", prices)}{" "}
            <InfoLink slug="delivery" className={linkClass}>
              {t("delivery.methods_link")}
            </InfoLink>
          </p>
        </div>
      </li>
      <li className="flex gap-3.5 p-4">
        <ReceiptText size={22} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-700" />
        <div className="grow">
          <p className="font-semibold">{t("delivery.duty")}</p>
          <p className="mt-0.5 text-ink-2">
            {t("delivery.duty_text", { count: commercialQty })}{" "}
            {locale === "ru-RU" ? (
              <InfoLink slug="custom-tax" className={linkClass}>
                {t("delivery.duty_link")}
              </InfoLink>
            ) : null}
          </p>
        </div>
      </li>
      <li className="flex gap-3.5 p-4">
        <RotateCcw size={22} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-700" />
        <div className="grow">
          {returnDays > 0 ? <p className="font-semibold">{t("delivery.returns", { days: returnDays })}</p> : null}
          <p className="mt-0.5 text-ink-2">
            {t.rich("delivery.money_back", { b: (text) => <b className="font-semibold text-ink">{text}</b> })}
            {". "}
            <InfoLink slug="garantiy-i-vozvrat" className={linkClass}>
              {t("delivery.returns_link")}
            </InfoLink>
          </p>
        </div>
      </li>
    </ul>
  );
}
