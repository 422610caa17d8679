import { ExternalLink, Lock } from "lucide-react";
import type { FormEvent } from "react";
import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { usePayFetcher } from "./pay-fetcher.ts";

type PayElsewhereProps = {
  paymentId: string;
  /** The sum, as it is written. */
  amount: string;
  /** The page's own action. */
  action: string;
  /** Code of the way to pay. */
  method: string;
  testMode: boolean;
  answer?: FormAnswer | undefined;
};

/** The way to a provider that takes cards on a page of its own. */
export function PayElsewhere({ paymentId, amount, action, method, testMode, answer: served }: PayElsewhereProps) {
  const { t } = useShop();
  const asking = usePayFetcher(paymentId);
  const busy = asking.state !== "idle";
  const answer = asking.data ?? served;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void asking.submit({ intent: "pay", by: "script" }, { method: "post", action });
  };
  return (
    <form
      method="post"
      onSubmit={submit}
      className="rounded-md border border-line bg-surface p-5 lg:p-8"
      aria-labelledby="elsewhere-title"
    >
      <input type="hidden" name="intent" value="pay" />
      <div className="flex items-center justify-between gap-3">
        <h2 id="elsewhere-title" className="text-2xl">
          {t(method === "sbp" ? "payment.sbp" : "payment.elsewhere")}
        </h2>
        <ExternalLink size={26} strokeWidth={1.5} aria-hidden className="text-tokiwa-700" />
      </div>
      {answer && !answer.ok && !busy ? (
        <Note kind="error" className="mt-4">
          {answer.message}
        </Note>
      ) : null}
      <p className="mt-4 text-base text-ink-2">{t(method === "sbp" ? "payment.sbp_text" : "payment.elsewhere_text")}</p>
      <Button
        type="submit"
        size="lg"
        full
        busy={busy}
        icon={<Lock size={18} strokeWidth={1.5} aria-hidden />}
        className="mt-6"
      >
        {t("payment.pay", { amount })}
      </Button>
      {testMode ? (
        <p className="mt-5 rounded-md bg-ai-50 p-3.5 text-sm text-ai-700">{t("payment.test_hosted")}</p>
      ) : null}
    </form>
  );
}
