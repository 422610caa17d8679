import { Check } from "lucide-react";
import { useAccountI18n } from "../i18n/account-i18n.ts";

/** A step of an order or a return. `at` is when it was reached, ISO 8601. */
export type StepItem = { key: string; name: string; state: "done" | "current" | "upcoming"; at: string | null };

/** Steps: horizontal from `lg`, vertical on small screens. Past steps are filled, the current one is a ring. */
export function StepList({ steps }: { steps: readonly StepItem[] }) {
  const { format } = useAccountI18n();
  return (
    <ol className="mt-7 lg:grid lg:auto-cols-fr lg:grid-flow-col">
      {steps.map(({ key, name, state, at }, index) => (
        <li
          key={key}
          aria-current={state === "current" ? "step" : undefined}
          className="relative flex gap-4 pb-5 last:pb-0 lg:block lg:pr-3 lg:pb-0"
        >
          {index < steps.length - 1 ? (
            <span
              className={`absolute top-6 left-[11px] h-full w-0.5 lg:top-[11px] lg:left-6 lg:h-0.5 lg:w-[calc(100%-1.5rem)] ${state === "done" ? "bg-tokiwa-700" : "bg-line"}`}
            />
          ) : null}
          <span className={`relative z-10 grid size-6 shrink-0 place-items-center rounded-full ${dotClasses[state]}`}>
            {state === "done" ? <Check size={14} strokeWidth={2.5} aria-hidden /> : null}
            {state === "current" ? <span className="size-2.5 rounded-full bg-tokiwa-700" /> : null}
          </span>
          <div className="lg:mt-3">
            <p
              className={`text-sm ${state === "current" ? "font-semibold text-tokiwa-700" : state === "done" ? "font-medium" : "text-ink-2"}`}
            >
              {name}
            </p>
            {at ? <p className="num text-xs text-ink-3">{format.dateTime(at)}</p> : null}
          </div>
        </li>
      ))}
    </ol>
  );
}

const dotClasses: Record<StepItem["state"], string> = {
  done: "bg-tokiwa-700 text-on-dark",
  current: "border-2 border-tokiwa-700 bg-surface outline-4 outline-tokiwa-100",
  upcoming: "border-2 border-line bg-surface",
};
