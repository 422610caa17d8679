import { ExternalLink } from "lucide-react";
import type { FormEvent, ReactNode } from "react";
import type { FormResult } from "../forms/form-result.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { PayButton } from "./pay-button.tsx";
import { usePayFetcher } from "./pay-fetcher.ts";

type HostedPaymentFormProps = {
  paymentId: string;
  /** The formatted amount. */
  amount: string;
  /** Path of the action of the page. */
  action: string;
  /** Code of the payment method. */
  method: string;
  testMode: boolean;
  result?: FormResult | undefined;
  /** What the shopper confirms with the payment. */
  children?: ReactNode;
};

/** Form that leads to the hosted payment page of a provider. */
export function HostedPaymentForm({
  paymentId,
  amount,
  action,
  method,
  testMode,
  result: initialResult,
  children,
}: HostedPaymentFormProps) {
  const { t } = useAccountI18n();
  const fetcher = usePayFetcher(paymentId);
  const isBusy = fetcher.state !== "idle";
  const result = fetcher.data ?? initialResult;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    form.set("by", "script");
    if (!isBusy) void fetcher.submit(form, { method: "post", action });
  };
  return (
    <form
      method="post"
      onSubmit={submit}
      className="rounded-md border border-line bg-surface p-5 lg:p-8"
      aria-labelledby="hosted-payment-title"
    >
      <input type="hidden" name="intent" value="pay" />
      <div className="flex items-center justify-between gap-3">
        <h2 id="hosted-payment-title" className="text-2xl">
          {t(method === "sbp" ? "payment.sbp" : "payment.hosted_title")}
        </h2>
        <ExternalLink size={26} strokeWidth={1.5} aria-hidden className="text-tokiwa-700" />
      </div>
      {result && !result.ok && !isBusy ? (
        <Alert kind="error" className="mt-4">
          {result.message}
        </Alert>
      ) : null}
      <p className="mt-4 text-base text-ink-2">{t(method === "sbp" ? "payment.sbp_text" : "payment.hosted_text")}</p>
      {children}
      <PayButton amount={amount} busy={isBusy} />
      {testMode ? (
        <p className="mt-5 rounded-md bg-ai-50 p-3.5 text-sm text-ai-700">{t("payment.test_hosted")}</p>
      ) : null}
    </form>
  );
}
