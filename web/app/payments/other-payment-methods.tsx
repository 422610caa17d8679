import type { Payment } from "@furoshiki/api/payments";
import { Form, useNavigation } from "react-router";
import type { FormResult } from "../forms/form-result.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";

type OtherPaymentMethodsProps = { payment: Payment; result: FormResult | undefined };

/** Other payment methods for an unpaid order. Choosing one cancels the current payment. */
export function OtherPaymentMethods({ payment, result }: OtherPaymentMethodsProps) {
  const { t } = useAccountI18n();
  const { state, formData } = useNavigation();
  const otherMethods = payment.methods.filter(({ code }) => code !== payment.method);
  if (otherMethods.length === 0) return null;
  const pendingMethod = state === "idle" ? null : formData?.get("method");
  return (
    <section aria-labelledby="other-methods" className="mt-5 rounded-md border border-line bg-surface p-5 lg:p-8">
      <h2 id="other-methods" className="text-lg">
        {t("payment.other_methods")}
      </h2>
      {result && !result.ok && state === "idle" ? (
        <Alert kind="error" className="mt-3">
          {result.message}
        </Alert>
      ) : null}
      <ul className="mt-3 space-y-3">
        {otherMethods.map(({ code, name, note }) => (
          <li key={code} className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 text-sm">
              <b className="block font-semibold">{name}</b>
              <span className="text-ink-2">{note}</span>
            </p>
            <Form method="post" replace>
              <input type="hidden" name="intent" value="change_method" />
              <input type="hidden" name="method" value={code} />
              <Button
                type="submit"
                kind="outline"
                busy={pendingMethod === code}
                aria-label={`${t("payment.choose")}: ${name}`}
              >
                {t("payment.choose")}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
