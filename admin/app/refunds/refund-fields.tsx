import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { RefundOptions, RequestedRefund } from "@furoshiki/api/admin/payments/refunds";
import { formatAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Field } from "../ui/field.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { RefundLineField } from "./refund-line-field.tsx";
import type { RefundSelection } from "./refund-selection.ts";

const reasons = [
  ...(["changed_mind", "damaged", "wrong_item", "missing_item"] as const),
  ...(["out_of_stock", "late_delivery", "goodwill", "other"] as const),
];

type RefundFieldsProps = {
  order: OrderDetail;
  options: RefundOptions;
  /** What the selected pieces cost. */
  lines: RequestedRefund["lines"];
  selection: RefundSelection;
  onChange: (change: Partial<RefundSelection>) => void;
};

/** The fields of a refund: pieces and delivery, or an amount; reason, goods and a comment. */
export function RefundFields(props: RefundFieldsProps) {
  const { t, format } = useI18n();
  const { options, selection, onChange } = props;
  const isAmount = selection.amount !== null;
  return (
    <div className="grid content-start gap-3.5 px-5 pt-3.5 pb-4">
      <h3 className="font-sans text-sm font-semibold">{t("refunds.what")}</h3>
      {isInParcel(props.order) ? (
        <p className="-mt-2 text-xs text-ink-3">{t("refunds.parcel_unchanged", { status: props.order.status })}</p>
      ) : null}
      {isAmount ? (
        <Field
          id="amount"
          label={t("refunds.amount")}
          hint={t("refunds.amount_hint", { amount: formatAmount(format, options.refundable, options.currency) })}
          inputMode="decimal"
          autoComplete="off"
          required
          value={selection.amount ?? ""}
          onChange={({ currentTarget }) => onChange({ amount: currentTarget.value })}
        />
      ) : (
        <PartFields {...props} />
      )}
      {options.is_money ? (
        <button
          type="button"
          className="min-h-6 justify-self-start text-xs text-ink-2 underline underline-offset-3 hover:text-ink"
          onClick={() => onChange({ amount: isAmount ? null : "" })}
        >
          {t(isAmount ? "refunds.by_lines" : "refunds.by_amount")}
        </button>
      ) : null}
      <div className="grid gap-3.5 desk:grid-cols-2">
        <SelectField id="reason" label={t("refunds.reason")}>
          {reasons.map((reason) => (
            <option key={reason} value={reason}>
              {t(`refunds.reason_${reason}`)}
            </option>
          ))}
        </SelectField>
        {options.can_restock ? (
          <SelectField
            id="restock"
            label={t("refunds.restock")}
            value={selection.restock ? "1" : "0"}
            onChange={({ currentTarget }) => onChange({ restock: currentTarget.value === "1" })}
          >
            <option value="0">{t("refunds.restock_no")}</option>
            <option value="1">{t("refunds.restock_yes")}</option>
          </SelectField>
        ) : null}
      </div>
      <CommentField />
    </div>
  );
}

/** Returns whether the goods of an order are still to be sent. */
function isInParcel({ status, lines }: OrderDetail): boolean {
  return lines.length > 0 && (status === "paid" || status === "packing");
}

/** The pieces of each line, and the delivery. */
function PartFields({ order, options, lines, selection, onChange }: RefundFieldsProps) {
  const { quantities, delivery } = selection;
  return (
    <ul className="-mt-2">
      {options.lines.map((line) => (
        <RefundLineField
          key={line.line}
          line={line}
          orderLine={order.lines.find((one) => one.line === line.line)}
          quantity={quantities[line.line] ?? 0}
          amount={lines.find((one) => one.line === line.line)?.amount ?? null}
          currency={options.currency}
          onChange={(quantity) => onChange({ quantities: { ...quantities, [line.line]: quantity } })}
        />
      ))}
      <DeliveryField options={options} value={delivery} onChange={(value) => onChange({ delivery: value })} />
    </ul>
  );
}

type DeliveryFieldProps = { options: RefundOptions; value: string; onChange: (value: string) => void };

function DeliveryField({ options, value, onChange }: DeliveryFieldProps) {
  const { t, format } = useI18n();
  const { delivery, delivery_left: left, currency } = options;
  if (delivery === 0) return null;
  const formatMoney = (amount: number) => formatAmount(format, amount, currency);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_8rem] items-center gap-3 border-b border-hair py-2">
      <div>
        <p className="font-medium">{t("refunds.delivery")}</p>
        <p id="delivery-hint" className="text-xs text-ink-3">
          {t("refunds.delivery_left", { left: formatMoney(left), paid: formatMoney(delivery) })}
        </p>
      </div>
      <input
        name="delivery"
        aria-label={t("refunds.delivery")}
        aria-describedby="delivery-hint"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        disabled={left === 0}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className="h-11 w-full rounded-md border border-line-strong bg-card px-2.5 text-right text-base disabled:bg-mist desk:h-8 desk:text-sm"
      />
    </li>
  );
}

function CommentField() {
  const { t } = useI18n();
  return (
    <div className="grid gap-1.5">
      <label htmlFor="comment" className="text-xs font-medium">
        {t("refunds.comment")} <span className="font-normal text-ink-3">{t("refunds.optional")}</span>
      </label>
      <textarea
        id="comment"
        name="comment"
        rows={2}
        maxLength={500}
        className="w-full rounded-md border border-line-strong bg-card px-2.5 py-2 text-base desk:text-sm"
      />
    </div>
  );
}
