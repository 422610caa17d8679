import { Minus, Plus } from "lucide-react";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { RefundOptions } from "@furoshiki/api/admin/payments/refunds";
import { formatAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";

type RefundLineFieldProps = {
  line: RefundOptions["lines"][number];
  orderLine: OrderDetail["lines"][number] | undefined;
  /** The selected pieces. */
  quantity: number;
  /** What they cost; null while it is not known. */
  amount: number | null;
  currency: string;
  onChange: (quantity: number) => void;
};

/** A line of an order with the number of pieces to refund. */
export function RefundLineField({ line, orderLine, quantity, amount, currency, onChange }: RefundLineFieldProps) {
  const { t, format } = useI18n();
  const { quantity_left: left } = line;
  const name = [orderLine?.name, orderLine?.option_name].filter(Boolean).join(", ");
  const image = orderLine?.image;
  return (
    <li className="grid grid-cols-[1.25rem_36px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-b border-hair py-2 desk:grid-cols-[1.25rem_36px_minmax(0,1fr)_104px_92px]">
      <input
        type="checkbox"
        className="checkbox"
        aria-label={t("refunds.select_line", { name })}
        checked={quantity > 0}
        disabled={left === 0}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? left : 0)}
      />
      <Thumbnail image={image} size={36} />
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="text-xs text-ink-3">{t("refunds.bought", { count: line.quantity, left })}</p>
      </div>
      <Stepper
        id={`line_${line.line}`}
        name={name}
        value={quantity}
        max={left}
        onChange={(value) => onChange(Math.max(0, Math.min(left, value)))}
      />
      <span className="text-right font-medium max-desk:hidden">
        {amount === null || quantity === 0 ? "—" : formatAmount(format, amount, currency)}
      </span>
    </li>
  );
}

type StepperProps = { id: string; name: string; value: number; max: number; onChange: (value: number) => void };

function Stepper({ id, name, value, max, onChange }: StepperProps) {
  const { t } = useI18n();
  const buttonClass = "grid place-items-center text-ink-2 hover:text-ink disabled:text-control";
  return (
    <div className="col-start-3 grid h-11 w-32 grid-cols-[30px_minmax(0,1fr)_30px] rounded-md border border-line-strong desk:col-start-auto desk:h-8 desk:w-auto">
      <button
        type="button"
        className={buttonClass}
        aria-label={t("refunds.fewer", { name })}
        disabled={value === 0}
        onClick={() => onChange(value - 1)}
      >
        <Minus size={14} aria-hidden />
      </button>
      <input
        type="number"
        name={id}
        aria-label={t("refunds.quantity", { name })}
        min={0}
        max={max}
        value={value}
        onChange={({ currentTarget }) => onChange(Math.trunc(currentTarget.valueAsNumber) || 0)}
        className="number-field w-full bg-transparent text-center"
      />
      <button
        type="button"
        className={buttonClass}
        aria-label={t("refunds.more", { name })}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Plus size={14} aria-hidden />
      </button>
    </div>
  );
}
