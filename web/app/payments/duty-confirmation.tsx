import type { Payment } from "@furoshiki/api/payments";
import { Checkbox } from "@furoshiki/design-system/ui/checkbox.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";

/** The confirmation of a higher import duty that a changed order needs; nothing if there is nothing to confirm. */
export function DutyConfirmation({ payment }: { payment: Payment }) {
  const { t, format } = useAccountI18n();
  const { duty } = payment;
  if (!duty || duty.is_confirmed) return null;
  return (
    <div className="mt-5 rounded-md bg-yamabuki-50 p-4 text-sm text-yamabuki-800">
      <p className="font-semibold">
        {t("payment.duty_rises", {
          before: format.money(duty.before, payment),
          after: format.money(duty.after, payment),
        })}
      </p>
      <Checkbox name="duty_confirmed" required className="mt-3">
        {t("payment.duty_confirm")}
      </Checkbox>
    </div>
  );
}
