import type { CustomerOrderReturns } from "@furoshiki/api/returns";
import { Clock } from "lucide-react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { isClaim } from "./return-reasons.ts";

type NextStepsProps = { options: CustomerOrderReturns; reason: string; outcome: string };

/** What follows the request, and the last days for it. */
export function NextSteps({ options, reason, outcome }: NextStepsProps) {
  const { t, format } = useAccountI18n();
  const steps = [
    "answer",
    isClaim(reason) || reason === "" ? "claim" : "goods",
    outcome === "replacement" ? "replacement" : "refund",
  ] as const;
  const { can_claim, can_return, claim_until: claimUntil, return_until: returnUntil } = options;
  return (
    <div className="lg:sticky lg:top-24">
      <section aria-labelledby="next-title" className="rounded-md border border-line bg-surface p-5 lg:p-6">
        <h2 id="next-title" className="text-xl">
          {t("return.next")}
        </h2>
        <ol className="mt-4 space-y-4 text-sm">
          {steps.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span
                aria-hidden
                className="num grid size-7 shrink-0 place-items-center rounded-full border border-tokiwa-700 text-xs font-semibold text-tokiwa-700"
              >
                {index + 1}
              </span>
              <span>
                <b className="block font-semibold">{t(`return.next_${step}`)}</b>
                <span className="text-ink-2">{t(`return.next_${step}_text`)}</span>
              </span>
            </li>
          ))}
        </ol>
      </section>
      <ul className="mt-4 space-y-2 px-1 text-sm text-ink-2">
        {can_claim && claimUntil ? (
          <Deadline text={t("return.claim_until", { date: format.date(claimUntil) })} />
        ) : null}
        {can_return && returnUntil ? (
          <Deadline text={t("return.return_until", { date: format.date(returnUntil) })} />
        ) : null}
      </ul>
    </div>
  );
}

function Deadline({ text }: { text: string }) {
  return (
    <li className="flex gap-2">
      <Clock size={18} strokeWidth={1.5} aria-hidden className="mt-px shrink-0" />
      {text}
    </li>
  );
}
