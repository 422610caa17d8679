import { Lock } from "lucide-react";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";

/** Submits a payment form. @param amount the formatted amount */
export function PayButton({ amount, busy, className = "" }: { amount: string; busy: boolean; className?: string }) {
  const { t } = useAccountI18n();
  return (
    <Button
      type="submit"
      size="lg"
      full
      busy={busy}
      icon={<Lock size={18} strokeWidth={1.5} aria-hidden />}
      className={`mt-6 ${className}`}
    >
      {t("payment.pay", { amount })}
    </Button>
  );
}
