import { Minus, Plus } from "lucide-react";
import type { MouseEvent } from "react";

type StepperProps = {
  value: number;
  /** The highest value; the reason for the limit is shown beside the stepper as text. */
  max: number;
  min?: number;
  onChange: (value: number) => void;
  /** Accessible names. */
  labels: { group: string; less: string; more: string };
  busy?: boolean | undefined;
  /** Inside a form: the buttons submit the next quantity under this name if there is no JavaScript. */
  name?: string;
  className?: string;
};

/** Buttons that decrease and increase a quantity. */
export function Stepper({ value, max, min = 0, onChange, labels, busy, name, className = "h-11" }: StepperProps) {
  // A button at its limit stays focusable, so that keyboard users do not lose their position.
  const getButtonProps = (next: number) => {
    const isAtLimit = next < min || next > max;
    return {
      ...(name && !isAtLimit ? ({ type: "submit", name, value: next } as const) : ({ type: "button" } as const)),
      "aria-disabled": isAtLimit || undefined,
      onClick: (event: MouseEvent) => {
        event.preventDefault();
        if (!isAtLimit) onChange(next);
      },
    };
  };
  const buttonClass =
    "grid h-full w-11 shrink-0 place-items-center aria-disabled:cursor-not-allowed aria-disabled:text-ink-3 not-aria-disabled:hover:bg-tokiwa-100";
  return (
    <div
      role="group"
      aria-label={labels.group}
      aria-busy={busy || undefined}
      className={`inline-flex items-center overflow-hidden rounded-md border border-tokiwa-700 bg-tokiwa-50 text-tokiwa-700 ${className}`}
    >
      <button {...getButtonProps(value - 1)} aria-label={labels.less} className={buttonClass}>
        <Minus size={18} aria-hidden />
      </button>
      <span aria-live="polite" className="num min-w-8 grow text-center text-base font-semibold text-ink">
        {value}
      </span>
      <button {...getButtonProps(value + 1)} aria-label={labels.more} className={buttonClass}>
        <Plus size={18} aria-hidden />
      </button>
    </div>
  );
}
