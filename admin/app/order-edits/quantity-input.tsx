import { Minus, Plus } from "lucide-react";
import { useI18n } from "../i18n/use-i18n.tsx";

type QuantityInputProps = {
  label: string;
  name: string;
  value: number;
  max: number;
  /** Whether the quantity is fixed, as that of a gift. */
  isReadOnly?: boolean;
  onChange: (quantity: number) => void;
};

/** A number field with buttons that decrease and increase it. */
export function QuantityInput({ label, name, value, max, isReadOnly = false, onChange }: QuantityInputProps) {
  const { t } = useI18n();
  const change = (quantity: number) => onChange(Math.min(max, Math.max(0, Math.trunc(quantity) || 0)));
  const buttonClass = "grid h-full w-9 place-items-center hover:bg-hover disabled:text-control";
  return (
    <span className="inline-flex h-11 w-fit items-center overflow-hidden rounded-md border border-line-strong bg-card desk:h-9">
      <button
        type="button"
        aria-label={t("order_edits.less", { name: label })}
        disabled={isReadOnly || value <= 0}
        onClick={() => change(value - 1)}
        className={buttonClass}
      >
        <Minus size={16} aria-hidden />
      </button>
      <input
        type="number"
        aria-label={label}
        name={name}
        value={value}
        min={0}
        max={max}
        readOnly={isReadOnly}
        onChange={({ currentTarget }) => change(currentTarget.valueAsNumber)}
        className="num h-full w-12 [appearance:textfield] bg-transparent text-center text-base desk:text-sm [&::-webkit-inner-spin-button]:appearance-none"
      />
      <button
        type="button"
        aria-label={t("order_edits.more", { name: label })}
        disabled={isReadOnly || value >= max}
        onClick={() => change(value + 1)}
        className={buttonClass}
      >
        <Plus size={16} aria-hidden />
      </button>
    </span>
  );
}
