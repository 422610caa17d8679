import { X } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { IconButton } from "./icon-button.tsx";

/** Floats over the foot of a list while something is selected: what is selected, and what can be done with it. */
export function BulkBar({
  count,
  label,
  details,
  isFocused = false,
  onClear,
  children,
}: {
  count: number;
  /** What is selected; by default the number of records. */
  label?: string;
  details: ReactNode;
  /** Whether it takes the focus when it appears, because the focused button has disappeared. */
  isFocused?: boolean;
  onClear: () => void;
  children?: ReactNode;
}) {
  const { t } = useI18n();
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isFocused) ref.current?.focus();
  }, [isFocused]);
  return (
    <div role="status" className="sticky bottom-0 z-10 -mx-4 mt-3 desk:bottom-4 desk:mx-0">
      {count === 0 ? null : (
        <div className="flex flex-wrap items-center gap-2 rounded-t-lg border-t border-control bg-card py-2 pr-2 pl-4 shadow-overlay desk:rounded-lg desk:border">
          <p ref={ref} tabIndex={-1} className="grow outline-none">
            <b className="font-semibold">{label ?? t("list.selected", { count })}</b>{" "}
            <span className="text-ink-2">{details}</span>
          </p>
          {children}
          <IconButton label={t("list.clear_selection")} icon={<X size={16} aria-hidden />} onClick={onClear} />
        </div>
      )}
    </div>
  );
}
