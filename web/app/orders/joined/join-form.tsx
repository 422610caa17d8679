import type { JoinOutcome } from "@furoshiki/api/joined-orders";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { FormResult } from "../../forms/form-result.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Link } from "../../navigation/link.tsx";
import { formatOrderNumber } from "../order-number.ts";

const panelClass = "rounded-md border border-line bg-surface p-5 lg:p-8";

type JoinFormProps = {
  orderId: number;
  outcome: JoinOutcome;
  idempotencyKey: string;
  result: FormResult | undefined;
};

/** What sending two orders in one parcel changes, and the button that does it. */
export function JoinForm({ orderId, outcome, idempotencyKey, result }: JoinFormProps) {
  const { t, format } = useAccountI18n();
  const isBusy = useNavigation().formMethod === "POST";
  const error = useRef<HTMLDivElement>(null);
  useEffect(() => error.current?.focus(), [result]);
  const { refund, duty, promised } = outcome;
  const other = outcome.main_order_id === orderId ? outcome.joined_order_id : outcome.main_order_id;
  const formatMoney = (amount: number) => format.money(amount, outcome);
  return (
    <div className="mt-6 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_360px]">
      <section aria-labelledby="join-parcel" className={panelClass}>
        <h2 id="join-parcel" className="text-2xl">
          {t("join.numbers", {
            first: formatOrderNumber(outcome.main_order_id),
            second: formatOrderNumber(outcome.joined_order_id),
          })}
        </h2>
        <p className="mt-2 max-w-read text-ink-2">{t("join.what")}</p>
        {promised ? (
          <p className="mt-3 font-semibold">{t("join.promised", { days: format.days(promised.from, promised.to) })}</p>
        ) : null}
        {duty.together > duty.separate ? (
          <Alert kind="warn" className="mt-5">
            {t("join.duty_rises", {
              together: formatMoney(duty.together),
              separate: duty.separate > 0 ? formatMoney(duty.separate) : "none",
            })}
          </Alert>
        ) : null}
        <ul className="mt-5 list-disc space-y-2 pl-5 text-sm text-ink-2">
          <li>{t("join.rule_own")}</li>
          <li>{t("join.rule_changes")}</li>
          <li>{t("join.rule_separate")}</li>
        </ul>
      </section>
      <Form method="post" className={panelClass}>
        <input type="hidden" name="key" value={idempotencyKey} />
        <input type="hidden" name="other" value={other} />
        <input type="hidden" name="refund" value={refund} />
        <input type="hidden" name="duty" value={duty.together} />
        <h2 className="text-xl">{t("join.delivery")}</h2>
        <dl className="num mt-3 space-y-2 text-sm">
          <Sum name={t("join.paid")} value={formatMoney(outcome.delivery.paid)} />
          <Sum name={t("join.together")} value={formatMoney(outcome.delivery.together)} />
          {duty.together > 0 ? <Sum name={t("join.duty")} value={`≈\u00a0${formatMoney(duty.together)}`} /> : null}
          <div className="mt-3 flex items-baseline justify-between gap-3 border-t border-line pt-3">
            <dt className="text-base font-semibold">{t("join.refund")}</dt>
            <dd className="price text-2xl">{formatMoney(refund)}</dd>
          </div>
        </dl>
        <p className="mt-3 text-sm text-ink-2">
          {refund > 0
            ? t("join.refund_text", { number: formatOrderNumber(outcome.joined_order_id) })
            : t("join.no_refund_text")}
        </p>
        {result && !result.ok ? (
          <div ref={error} tabIndex={-1} className="mt-4 outline-none">
            <Alert kind="error">{result.message}</Alert>
          </div>
        ) : null}
        <Button type="submit" size="lg" className="mt-5 w-full" busy={isBusy}>
          {t(duty.together > duty.separate ? "join.confirm_duty" : "join.confirm")}
        </Button>
        <Link to={`/profile/orders/${orderId}`} className={`${buttonClass({ kind: "ghost" })} mt-2 w-full`}>
          {t("join.keep_separate")}
        </Link>
      </Form>
    </div>
  );
}

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-ink-2">{name}</dt>
      <dd className="font-medium whitespace-nowrap">{value}</dd>
    </div>
  );
}
