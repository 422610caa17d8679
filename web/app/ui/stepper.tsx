import { Minus, Plus } from "lucide-react";
import type { MouseEvent } from "react";

type StepperProps = {
  value: number;
  /** The stepper stops here; the reason stands beside it in words. */
  max: number;
  min?: number;
  onChange: (value: number) => void;
  labels: { group: string; less: string; more: string };
  busy?: boolean | undefined;
  /** Inside a form: its ends send the next quantity under this name where no script runs. */
  name?: string;
  className?: string;
};

export function Stepper({ value, max, min = 0, onChange, labels, busy, name, className = "h-11" }: StepperProps) {
  // An end that stops stays a stop of the keyboard: who has reached it keeps his place.
  const to = (next: number) => {
    const stops = next < min || next > max;
    return {
      ...(name && !stops ? ({ type: "submit", name, value: next } as const) : ({ type: "button" } as const)),
      "aria-disabled": stops || undefined,
      onClick: (event: MouseEvent) => {
        event.preventDefault();
        if (!stops) onChange(next);
      },
    };
  };
  const end =
    "grid h-full w-11 shrink-0 place-items-center aria-disabled:cursor-not-allowed aria-disabled:text-ink-3 not-aria-disabled:hover:bg-tokiwa-100";
  return (
    <div
      role="group"
      aria-label={labels.group}
      aria-busy={busy || undefined}
      className={`inline-flex items-center overflow-hidden rounded-md border border-tokiwa-700 bg-tokiwa-50 text-tokiwa-700 ${className}`}
    >
      <button {...to(value - 1)} aria-label={labels.less} className={end}>
        <Minus size={18} aria-hidden />
      </button>
      <span aria-live="polite" className="num min-w-8 grow text-center text-base font-semibold text-ink">
        {value}
      </span>
      <button {...to(value + 1)} aria-label={labels.more} className={end}>
        <Plus size={18} aria-hidden />
      </button>
    </div>
  );
}
