import type { Order } from "@furoshiki/api/orders";
import type { Payment } from "@furoshiki/api/payments";
import { Package, Plane, ShieldCheck, Store, Truck, type LucideIcon } from "lucide-react";
import { useAccountI18n } from "../i18n/account-i18n.ts";

type Step = { icon: LucideIcon; title: string; text: string; days?: string | undefined };

type NextStepsProps = {
  payment: Pick<Payment, "iso_code" | "sign">;
  delivery: NonNullable<Payment["delivery"]>;
  /** Null if the visitor has only the payment link, which shows no personal data. */
  order: Order | null;
};

/** What happens to a paid order until it is received, in four steps; the last one with the promised days. */
export function NextSteps(props: NextStepsProps) {
  const { t } = useAccountI18n();
  const steps = useSteps(props);
  return (
    <section aria-labelledby="next-steps" className="rounded-md border border-line bg-surface p-5 lg:p-8">
      <h2 id="next-steps" className="text-2xl">
        {t("payment.next_title")}
      </h2>
      <ol className="mt-5 lg:grid lg:grid-cols-4">
        {steps.map(({ icon: Icon, title, text, days }, index) => (
          <li key={title} className="relative flex gap-4 pb-6 last:pb-0 lg:block lg:pr-4 lg:pb-0">
            {index < steps.length - 1 ? (
              <span
                aria-hidden
                className="absolute top-11 left-[21px] h-[calc(100%-2.75rem)] w-px bg-tokiwa-300 lg:top-[21px] lg:left-11 lg:h-px lg:w-[calc(100%-2.75rem)]"
              />
            ) : null}
            <span
              className={`grid size-11 shrink-0 place-items-center rounded-full ${index === 0 ? "bg-tokiwa-700 text-on-dark" : "border border-tokiwa-300 text-tokiwa-700"}`}
            >
              <Icon size={20} strokeWidth={1.5} aria-hidden />
            </span>
            <div className="min-w-0 lg:mt-3">
              {days ? <p className="num text-sm text-ink-2">{days}</p> : null}
              <p className="font-semibold">{title}</p>
              <p className="text-sm wrap-anywhere text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useSteps({ payment, delivery: { promised, to_pickup_point, duty }, order }: NextStepsProps): Step[] {
  const { t, format } = useAccountI18n();
  const place = order?.shipping?.point ?? [order?.address?.city, order?.address?.address].filter(Boolean).join(", ");
  return [
    { icon: Package, title: t("payment.next_packing"), text: t("payment.next_packing_text") },
    { icon: Plane, title: t("payment.next_shipped"), text: t("payment.next_shipped_text") },
    {
      icon: ShieldCheck,
      title: t("payment.next_customs"),
      text:
        duty > 0
          ? t("payment.next_customs_duty", { sum: format.money(duty, payment) })
          : t("payment.next_customs_free"),
    },
    {
      icon: to_pickup_point ? Store : Truck,
      title: t(to_pickup_point ? "payment.next_pickup" : "payment.next_delivery"),
      text: place || t("payment.next_place_unknown"),
      days: promised ? format.days(promised.from, promised.to) : undefined,
    },
  ];
}
