import type { StoreConfig } from "@furoshiki/api/store-config";
import { ClipboardCheck, MessageCircle, Package, PackageCheck, Plane, ReceiptText, ShieldCheck } from "lucide-react";
import { useDispatchPlaces } from "../../store-config/store-info.ts";
import { InfoLink } from "../../navigation/info-link.tsx";
import { useRootData } from "../../store-config/root-data.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

type DeliveryPricing = StoreConfig["delivery"];

/**
 * Formats the delivery prices for messages: the Russian texts name the flat rate, the English ones the free threshold.
 */
function useDeliveryPrices(delivery: DeliveryPricing) {
  const { format } = useI18n();
  return {
    flat: format.money(delivery.flat, delivery),
    free_from: format.threshold(delivery.free_from, delivery),
    nothing: format.money(0, delivery),
    is_free: delivery.flat === 0 || delivery.free_from === 0 ? "yes" : "no",
  };
}

/** The benefits of the store, as far as its settings state them. */
export function Benefits({ delivery }: { delivery: DeliveryPricing }) {
  const { t } = useI18n();
  const values = { ...useDeliveryPrices(delivery), ...useDispatchPlaces() };
  const config = useRootData()?.config;
  const days = config?.limits.return_days ?? 0;
  const [channel, hours] = [config?.whatsapp?.label ?? "", config?.shop.support_hours?.short ?? ""];
  const help = channel && hours ? t("home.benefit_help_text", { channel, hours }) : channel || hours;
  const items = [
    ...(days > 0 ? [[PackageCheck, t("home.benefit_return", { days }), t("home.benefit_return_text")] as const] : []),
    [Plane, t("home.benefit_delivery", values), t("home.benefit_delivery_text", values)] as const,
    ...(config?.duty ? [[ReceiptText, t("home.benefit_duty"), t("home.benefit_duty_text")] as const] : []),
    ...(help ? [[MessageCircle, t("home.benefit_help"), help] as const] : []),
  ];
  return (
    <ul className="mt-3 grid grid-cols-2 gap-px overflow-hidden rounded-xs border border-line bg-line lg:mt-5 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
      {items.map(([Icon, title, text]) => (
        <li
          key={title}
          className="flex items-center gap-2.5 bg-surface px-3 py-3.5 max-lg:last:odd:col-span-2 lg:gap-3 lg:px-6 lg:py-4"
        >
          <Icon size={24} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-700" />
          <span className="text-[13px]/[1.25] lg:text-sm">
            <b className="block font-semibold text-ink">{title}</b>
            <span className="text-ink-2">{text}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const parcelSteps = [
  [ClipboardCheck, "home.step_order", "home.step_order_text"],
  [Package, "home.step_pack", "home.step_pack_text"],
  [Plane, "home.step_ship", "home.step_ship_text"],
] as const;
const customsStep = [ShieldCheck, "home.step_customs", "home.step_customs_text"] as const;

/** The steps of a delivery; includes customs if the store has a customs rule for its main destination country. */
export function ParcelSteps({ delivery }: { delivery: DeliveryPricing }) {
  const { t } = useI18n();
  const values = { ...useDeliveryPrices(delivery), ...useDispatchPlaces() };
  const visibleSteps = useRootData()?.config.duty ? [...parcelSteps, customsStep] : parcelSteps;
  return (
    <section className="mt-14 defer-rendering-150 border-y border-line bg-surface lg:mt-22 lg:defer-rendering-95">
      <div className="mx-auto grid max-w-page gap-8 px-4 py-12 lg:grid-cols-[1fr_2fr] lg:gap-16 lg:py-18">
        <div>
          <h2 className="text-2xl lg:text-3xl">{t("home.parcel")}</h2>
          <p className="mt-4 flex items-baseline gap-3">
            <span className="price text-4xl text-tokiwa-700 lg:text-5xl">{t("home.parcel_price", values)}</span>
            <span className="text-sm text-ink-2">{t("home.parcel_text", values)}</span>
          </p>
          <p className="mt-5 text-sm">
            <InfoLink
              slug="delivery"
              className="text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
            >
              {t("home.parcel_more")}
            </InfoLink>
          </p>
        </div>
        <ol className="grid gap-0 lg:auto-cols-fr lg:grid-flow-col lg:gap-6">
          {visibleSteps.map(([Icon, title, text], index) => (
            <li key={title} className="relative flex gap-4 pb-6 last:pb-0 lg:block lg:pb-0">
              <span className="relative z-10 grid size-12 shrink-0 place-items-center rounded-full border border-tokiwa-300 bg-surface text-tokiwa-700">
                <Icon size={22} strokeWidth={1.5} aria-hidden />
              </span>
              {index < visibleSteps.length - 1 ? (
                <span className="absolute top-12 left-6 h-[calc(100%-3rem)] border-l border-tokiwa-300 lg:top-6 lg:left-12 lg:h-0 lg:w-[calc(100%-1.5rem)] lg:border-t lg:border-l-0" />
              ) : null}
              <div className="lg:mt-4">
                <h3 className="text-lg">{t(title)}</h3>
                <p className="mt-0.5 text-sm text-ink-2">{t(text, values)}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
