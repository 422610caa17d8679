import { MapPin, Plane, ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { useDeliveryPricing } from "../../store-config/root-data.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";

/** A group of related fields with its own heading. */
export function FieldGroup({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <fieldset className="border-t border-line pt-6 first:border-0 first:pt-0">
      <legend className="contents">
        <span className="block font-display text-xl font-semibold">{title}</span>
      </legend>
      {text ? <p className="mt-1 text-sm text-ink-2">{text}</p> : null}
      <div className="mt-4 grid gap-4 sm:grid-cols-6">{children}</div>
    </fieldset>
  );
}

/** Explains delivery costs and duty for the selected country. */
export function CountryNotice({ isServed }: { isServed: boolean }) {
  const { t, format } = useAccountI18n();
  const delivery = useDeliveryPricing();
  if (!isServed) {
    return (
      <Alert kind="warn" className="sm:col-span-6">
        {t("address.country_not_served")}
      </Alert>
    );
  }
  const notes = [
    { Icon: Plane, text: t("address.estimate_delivery", { price: format.money(delivery.flat, delivery) }) },
    { Icon: MapPin, text: t("address.estimate_free_from", { sum: format.threshold(delivery.free_from, delivery) }) },
    { Icon: ReceiptText, text: t("address.estimate_duty") },
  ];
  return (
    <ul className="num flex flex-wrap gap-x-6 gap-y-2 rounded-md bg-mist px-4 py-3 text-sm text-ink-2 sm:col-span-6">
      {notes.map(({ Icon, text }) => (
        <li key={text} className="flex items-center gap-2">
          <Icon size={18} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-700" />
          {text}
        </li>
      ))}
    </ul>
  );
}
