import { Check, Minus } from "lucide-react";
import { useFetcher } from "react-router";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";

type IncludeButtonProps = {
  kind: string;
  /** Null for all changes of the kind. */
  line: number | null;
  isIncluded: boolean;
  isMixed?: boolean;
  /** What is included. */
  label: string;
};

/** A checkbox that takes changes into the import or leaves them out, as soon as it is pressed. */
export function IncludeButton({ kind, line, isIncluded, isMixed = false, label }: IncludeButtonProps) {
  const { t } = useCatalogI18n();
  const fetcher = useFetcher();
  const sent = fetcher.formData?.get("included");
  const isChecked = sent ? sent === "yes" : isIncluded;
  const mixed = isMixed && !sent;
  const Icon = mixed ? Minus : Check;
  return (
    <fetcher.Form method="post" className="inline-block">
      <input type="hidden" name="intent" value="select" />
      <input type="hidden" name="kind" value={kind} />
      {line === null ? null : <input type="hidden" name="line" value={line} />}
      <input type="hidden" name="included" value={isChecked && !mixed ? "no" : "yes"} />
      <button
        type="submit"
        role="checkbox"
        aria-checked={mixed ? "mixed" : isChecked}
        aria-label={t("imports.include", { name: label })}
        className="grid size-6 shrink-0 place-items-center max-desk:size-11"
      >
        <span
          className={`grid size-4.5 place-items-center rounded-xs border ${isChecked || mixed ? "border-tokiwa-700 bg-tokiwa-700 text-on-dark" : "border-line-strong bg-card"}`}
        >
          {isChecked || mixed ? <Icon size={13} strokeWidth={3} aria-hidden /> : null}
        </span>
      </button>
    </fetcher.Form>
  );
}
