import type { CustomerEditOutcome } from "@furoshiki/api/order-edits";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { useEffect, useRef } from "react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";

const panelClass = "rounded-md border border-line bg-surface p-5 lg:p-6";

/** The new total of an order, and the button that makes the change. It gets the focus when it appears. */
export function EditPreview({ preview, isBusy }: { preview: CustomerEditOutcome; isBusy: boolean }) {
  const { t, format } = useAccountI18n();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [preview]);
  const { difference, total, duty } = preview;
  const formatMoney = (amount: number) => format.money(amount, preview);
  const kind = difference < 0 ? "refund" : difference > 0 ? "pay" : "equal";
  const sum = formatMoney(Math.abs(difference));
  const rows = [
    { name: t("order_edit.before"), value: formatMoney(total.before) },
    { name: t("order_edit.after"), value: formatMoney(total.after) },
    ...(duty.after === duty.before
      ? []
      : [{ name: t("checkout.sum_duty_at_receipt"), value: `≈\u00a0${formatMoney(duty.after)}` }]),
  ];
  return (
    <section aria-labelledby="edit-preview" className={panelClass}>
      <h2 ref={heading} id="edit-preview" tabIndex={-1} className="text-xl outline-none">
        {t("order_edit.new_total")}
      </h2>
      <dl className="num mt-3 space-y-2 text-sm">
        {rows.map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-3">
            <dt className="text-ink-2">{name}</dt>
            <dd className="font-medium whitespace-nowrap">{value}</dd>
          </div>
        ))}
        {kind === "equal" ? null : (
          <div className="mt-3 flex items-baseline justify-between gap-3 border-t border-line pt-3">
            <dt className="text-base font-semibold">{t(`order_edit.sum_${kind}`)}</dt>
            <dd className="price text-2xl">{sum}</dd>
          </div>
        )}
      </dl>
      <p className="mt-3 text-sm text-ink-2">
        {t(`order_edit.text_${kind}`)}
        {duty.needs_confirmation ? ` ${t("order_edit.duty_rises")}` : null}
      </p>
      <input type="hidden" name="difference" value={difference} />
      <Button
        type="submit"
        name="intent"
        value="confirm"
        size="lg"
        className="mt-5 h-auto! min-h-12 w-full py-2.5 whitespace-normal!"
        busy={isBusy}
      >
        {t(`order_edit.confirm_${kind}`)}
      </Button>
    </section>
  );
}

const rules = ["until_packed", "refund", "payment", "other"] as const;

/** What can be changed, and what happens with the money. */
export function EditRules() {
  const { t } = useAccountI18n();
  return (
    <section aria-labelledby="edit-rules" className={panelClass}>
      <h2 id="edit-rules" className="text-xl">
        {t("order_edit.rules")}
      </h2>
      <ul className="mt-3 list-disc space-y-2 pl-5 text-sm text-ink-2">
        {rules.map((rule) => (
          <li key={rule}>{t(`order_edit.rule_${rule}`)}</li>
        ))}
      </ul>
    </section>
  );
}
