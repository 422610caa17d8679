import type { ShippingQuote } from "@furoshiki/api/delivery";
import { Plane, ReceiptText, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { useDestinationPath } from "../../delivery/destination.ts";
import { useDispatchPlaces } from "../../store-config/store-info.ts";
import { OnTimeRate } from "../../delivery/on-time-rate.tsx";
import { InfoLink } from "../../navigation/info-link.tsx";
import { Link } from "../../navigation/link.tsx";
import { useDeliveryPricing, useRootData } from "../../store-config/root-data.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { ProductCardView } from "../product-cards/product-card-view.ts";

const linkClass = "text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700";

type DeliveryInfoProps = {
  /** Null if the country is unknown. */
  shipping: ShippingQuote | null;
  price: ProductCardView["price"];
};

/** When the product arrives and what that costs, customs duty and refunds, shown next to the buy button. */
export function DeliveryInfo({ shipping, price }: DeliveryInfoProps) {
  const { t } = useI18n();
  const returnDays = useRootData()?.config.limits.return_days ?? 0;
  const isSent = shipping !== null && shipping.refusal === null;
  return (
    <ul className="mt-6 divide-y divide-line rounded-md border border-line bg-surface text-sm">
      {isSent ? <DeliveryTerms shipping={shipping} price={price} /> : null}
      {shipping === null ? <GeneralDeliveryTerms /> : null}
      {isSent && shipping.duty !== null ? <Duty duty={shipping.duty} price={price} /> : null}
      {isSent && shipping.duty === null ? <InfoRow icon={ReceiptText} title={t("shipping.duty_unknown")} /> : null}
      <InfoRow icon={RotateCcw} {...(returnDays > 0 ? { title: t("delivery.returns", { days: returnDays }) } : {})}>
        <p className="mt-0.5 text-ink-2">
          {t.rich("delivery.money_back", { b: (text) => <b className="font-semibold text-ink">{text}</b> })}
          {". "}
          <InfoLink slug="garantiy-i-vozvrat" className={linkClass}>
            {t("delivery.returns_link")}
          </InfoLink>
        </p>
      </InfoRow>
    </ul>
  );
}

type InfoRowProps = { icon: typeof Plane; title?: ReactNode; value?: ReactNode; children?: ReactNode };

function InfoRow({ icon: Icon, title, value, children }: InfoRowProps) {
  return (
    <li className="flex gap-3.5 p-4">
      <Icon size={22} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-700" />
      <div className="grow">
        {title === undefined ? null : (
          <p className="flex justify-between gap-3 font-semibold">
            <span>{title}</span>
            {value === undefined ? null : <span className="num whitespace-nowrap">{value}</span>}
          </p>
        )}
        {children}
      </div>
    </li>
  );
}

/** The dates and the price for the visitor's country. */
function DeliveryTerms({ shipping, price }: { shipping: ShippingQuote } & Pick<DeliveryInfoProps, "price">) {
  const { t, format } = useI18n();
  const delivery = useDeliveryPricing();
  const destination = useRootData()?.config.destination;
  const destinationPath = useDestinationPath();
  const isFree = shipping.price === 0;
  return (
    <InfoRow
      icon={Plane}
      title={t("shipping.title", { direction: destination?.direction ?? "" })}
      value={
        isFree ? (
          <span className="text-tokiwa-700">{t("shipping.free")}</span>
        ) : (
          format.money(shipping.price ?? 0, price)
        )
      }
    >
      <p className="num mt-0.5">{shipping.arrives ? format.days(shipping.arrives.from, shipping.arrives.to) : null}</p>
      <p className="mt-0.5 text-ink-2">
        {isFree ? null : `${t("shipping.free_from", { sum: format.threshold(delivery.free_from, delivery) })} `}
        <Link to={destinationPath} rel="nofollow" className={linkClass}>
          {t("destination.change")}
        </Link>
        {" · "}
        <InfoLink slug="delivery" className={linkClass}>
          {t("delivery.methods_link")}
        </InfoLink>
      </p>
      <OnTimeRate className="mt-0.5 text-ink-2" />
    </InfoRow>
  );
}

/** The store's terms, if it does not know the visitor's country. */
function GeneralDeliveryTerms() {
  const { t, format } = useI18n();
  const count = useRootData()?.config.limits.commercial_qty ?? 4;
  const delivery = useDeliveryPricing();
  const prices = {
    flat: format.money(delivery.flat, delivery),
    free_from: format.threshold(delivery.free_from, delivery),
  };
  return (
    <>
      <InfoRow icon={Plane} title={t("delivery.title", useDispatchPlaces())} value={prices.flat}>
        <p className="mt-0.5 text-ink-2">
          {t("delivery.text", prices)}{" "}
          <InfoLink slug="delivery" className={linkClass}>
            {t("delivery.methods_link")}
          </InfoLink>
        </p>
      </InfoRow>
      <InfoRow icon={ReceiptText} title={t("delivery.duty")}>
        <p className="mt-0.5 text-ink-2">{t("delivery.duty_text", { count })}</p>
      </InfoRow>
    </>
  );
}

function Duty({ duty, price }: { duty: number } & Pick<DeliveryInfoProps, "price">) {
  const { t, format, locale } = useI18n();
  const count = useRootData()?.config.limits.commercial_qty ?? 4;
  return (
    <InfoRow
      icon={ReceiptText}
      title={duty === 0 ? t("shipping.duty_none") : t("shipping.duty", { sum: format.money(duty, price) })}
    >
      <p className="mt-0.5 text-ink-2">
        {t(duty === 0 ? "shipping.duty_none_text" : "shipping.duty_text", { count })}{" "}
        {locale === "ru-RU" ? (
          <InfoLink slug="custom-tax" className={linkClass}>
            {t("delivery.duty_link")}
          </InfoLink>
        ) : null}
      </p>
    </InfoRow>
  );
}
