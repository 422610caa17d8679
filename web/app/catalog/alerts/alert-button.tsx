import type { Product } from "@furoshiki/api/catalog";
import { useState } from "react";
import { CustomerToggle } from "../../navigation/customer-toggle.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";

type AlertKind = Product["alerts"][number]["kind"];
type AlertButtonProps = {
  productId: number;
  optionId: number;
  kind: AlertKind;
  /** Alerts that the customer has already set. */
  alerts: Product["alerts"];
  /** Whether this is the primary action here. */
  isPrimary?: boolean;
};

/** Toggles a back-in-stock or price-drop alert. Guests get a link that opens the sign-in dialog. */
export function AlertButton({ productId, optionId, kind, alerts, isPrimary }: AlertButtonProps) {
  const { t, to } = useI18n();
  const isSet = alerts.some((alert) => alert.kind === kind && alert.option_id === optionId);
  const [pendingChange, setPendingChange] = useState<{ alerts: unknown; isOn: boolean } | null>(null);
  const isOn = pendingChange?.alerts === alerts ? pendingChange.isOn : isSet;
  const toggle = async () => {
    const { saveAlert } = await import("./save-alert.ts");
    const isSaved = await saveAlert(
      to(`/profile/alerts/${productId}`),
      { kind, optionId, isOn: !isOn },
      t("error.unknown_error"),
    );
    if (isSaved) setPendingChange({ alerts, isOn: !isOn });
  };
  return (
    <CustomerToggle
      isPressed={isOn}
      onToggle={toggle}
      className={
        isPrimary
          ? buttonClass({ kind: "outline", size: "lg", full: true, className: "mt-3" })
          : "mt-2 inline-flex min-h-8 items-center text-sm text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
      }
    >
      {t(isOn ? `alert.${kind}_on` : `alert.${kind}`)}
    </CustomerToggle>
  );
}
