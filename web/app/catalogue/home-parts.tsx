import type { FrontConfig } from "@furoshiki/api/front";
import { MessageCircle, Package, PackageCheck, Plane, ReceiptText, ShieldCheck, Store } from "lucide-react";
import { usePlaces } from "../lib/identity.ts";
import { InfoLink } from "../lib/info-link.tsx";
import { useKnown } from "../lib/known.ts";
import { useShop } from "../lib/shop.tsx";

type Delivery = FrontConfig["delivery"];

/** Delivery sums as texts: Russian speaks of the flat price, English of the free one (spec §9). */
function useSums(delivery: Delivery) {
  const { format } = useShop();
  return {
    flat: format.money(delivery.flat, delivery),
    free_from: format.money(delivery.free_from, delivery),
    nothing: format.money(0, delivery),
  };
}

export function Benefits({ delivery }: { delivery: Delivery }) {
  const { t } = useShop();
  const sums = { ...useSums(delivery), ...usePlaces() };
  const config = useKnown()?.config;
  const [channel, hours] = [config?.whatsapp?.label ?? "", config?.shop.support_hours?.short ?? ""];
  const items = [
    [PackageCheck, t("home.benefit_origin", sums), t("home.benefit_origin_text")],
    [Plane, t("home.benefit_delivery", sums), t("home.benefit_delivery_text", sums)],
    [ReceiptText, t("home.benefit_duty"), t("home.benefit_duty_text")],
    [
      MessageCircle,
      t("home.benefit_help"),
      channel && hours ? t("home.benefit_help_text", { channel, hours }) : channel || hours,
    ],
  ] as const;
  return (
    <ul className="mt-3 grid grid-cols-2 gap-px overflow-hidden rounded-xs border border-line bg-line lg:mt-5 lg:grid-cols-4">
      {items.map(([Icon, title, text]) => (
        <li key={title} className="flex items-center gap-2.5 bg-surface px-3 py-3.5 lg:gap-3 lg:px-6 lg:py-4">
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

const steps = [
  [Store, "home.step_buy", "home.step_buy_text", "home.step_buy_days"],
  [Package, "home.step_pack", "home.step_pack_text", "home.step_pack_days"],
  [Plane, "home.step_ship", "home.step_ship_text", "home.step_ship_days"],
  [ShieldCheck, "home.step_customs", "home.step_customs_text", "home.step_customs_days"],
] as const;

/** How a parcel travels, in four steps. */
export function ParcelSteps({ delivery }: { delivery: Delivery }) {
  const { t } = useShop();
  const sums = { ...useSums(delivery), ...usePlaces() };
  return (
    <section className="mt-14 border-y border-line bg-surface lg:mt-22">
      <div className="mx-auto grid max-w-page gap-8 px-4 py-12 lg:grid-cols-[1fr_2fr] lg:gap-16 lg:py-18">
        <div>
          <h2 className="text-2xl lg:text-3xl">{t("home.parcel")}</h2>
          <p className="mt-4 flex items-baseline gap-3">
            <span className="price text-4xl text-tokiwa-700 lg:text-5xl">{t("home.parcel_price", sums)}</span>
            <span className="text-sm text-ink-2">{t("home.parcel_text", sums)}</span>
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
        <ol className="grid gap-0 lg:grid-cols-4 lg:gap-6">
          {steps.map(([Icon, title, text, days], at) => (
            <li key={title} className="relative flex gap-4 pb-6 last:pb-0 lg:block lg:pb-0">
              <span className="relative z-10 grid size-12 shrink-0 place-items-center rounded-full border border-tokiwa-300 bg-surface text-tokiwa-700">
                <Icon size={22} strokeWidth={1.5} aria-hidden />
              </span>
              {at < steps.length - 1 ? (
                <span className="absolute top-12 left-6 h-[calc(100%-3rem)] border-l border-tokiwa-300 lg:top-6 lg:left-12 lg:h-0 lg:w-[calc(100%-1.5rem)] lg:border-t lg:border-l-0" />
              ) : null}
              <div className="lg:mt-4">
                <p className="num text-xs text-ink-3">{t(days)}</p>
                <h3 className="mt-0.5 text-lg">{t(title)}</h3>
                <p className="mt-0.5 text-sm text-ink-2">{t(text, sums)}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
