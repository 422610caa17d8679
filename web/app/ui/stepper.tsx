import { Minus, Plus } from "lucide-react";

type StepperProps = {
  value: number;
  /** The stepper stops here; the reason stands beside it in words. */
  max: number;
  min?: number;
  onChange: (value: number) => void;
  labels: { group: string; less: string; more: string };
  busy?: boolean | undefined;
  className?: string;
};

export function Stepper({ value, max, min = 0, onChange, labels, busy, className = "h-11" }: StepperProps) {
  const end =
    "grid h-full w-11 shrink-0 place-items-center disabled:text-ink-3 disabled:cursor-not-allowed enabled:hover:bg-tokiwa-100";
  return (
    <div
      role="group"
      aria-label={labels.group}
      aria-busy={busy || undefined}
      className={`inline-flex items-center overflow-hidden rounded-md border border-tokiwa-700 bg-tokiwa-50 text-tokiwa-700 ${className}`}
    >
      <button
        type="button"
        aria-label={labels.less}
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
        className={end}
      >
        <Minus size={18} aria-hidden />
      </button>
      <span aria-live="polite" className="num min-w-8 grow text-center text-base font-semibold text-ink">
        {value}
      </span>
      <button
        type="button"
        aria-label={labels.more}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
        className={end}
      >
        <Plus size={18} aria-hidden />
      </button>
    </div>
  );
}
