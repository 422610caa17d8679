import type { ReactNode, Ref } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";

type ConflictOptionProps = {
  name: string;
  value: "mine" | "theirs" | "merged";
  /** Chosen until the person chooses something else. */
  isRecommended?: boolean;
  hint?: string;
  radioRef?: Ref<HTMLInputElement>;
  /** The value, and what cannot be part of a label. */
  children: ReactNode;
};

/** One of the values that can be kept after a conflict. */
export function ConflictOption({ name, value, isRecommended, hint, radioRef, children }: ConflictOptionProps) {
  const { t } = useI18n();
  return (
    <div className="grid content-start gap-1.5 px-3.5 py-3 has-checked:bg-tokiwa-50">
      <label className="flex min-h-6 flex-wrap items-baseline gap-x-2.5 font-semibold">
        <input
          ref={radioRef}
          type="radio"
          name={`choice_${name}`}
          value={value}
          required
          defaultChecked={isRecommended}
          className="size-4 shrink-0 self-center accent-tokiwa-700"
        />
        {t(`conflict.${value}`)}
        {hint ? <span className="text-xs font-normal text-ink-3">{hint}</span> : null}
      </label>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
