import { Check } from "lucide-react";
import { Link } from "react-router";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";

const steps = ["file", "columns", "check", "result"] as const;
export type ImportStep = (typeof steps)[number];

/** The steps of an import. Those before the current one are done; `paths` are those that can be opened again. */
export function ImportSteps({
  current,
  paths = {},
}: {
  current: ImportStep;
  paths?: Partial<Record<ImportStep, string>>;
}) {
  const { t } = useCatalogI18n();
  const currentIndex = steps.indexOf(current);
  return (
    <ol aria-label={t("imports.steps")} className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {steps.map((step, index) => {
        const isDone = index < currentIndex || (current === "result" && step === "result");
        const label = t(`imports.step_${step}`);
        const path = paths[step];
        const content = (
          <>
            <span
              className={`grid size-6.5 place-items-center rounded-full text-xs font-semibold ${getCircleClass({ isDone, isCurrent: step === current })}`}
            >
              {isDone ? <Check size={14} aria-hidden /> : index + 1}
            </span>
            {/* On a phone, the name of the current step only is shown. */}
            <span className={step === current ? "font-semibold" : "text-ink-2 max-desk:sr-only"}>
              {label}
              {isDone ? <span className="sr-only"> {t("imports.step_done")}</span> : null}
            </span>
          </>
        );
        return (
          <li
            key={step}
            aria-current={step === current ? "step" : undefined}
            className="flex items-center gap-2 before:hidden before:h-px before:w-9 before:bg-control not-first:before:block max-desk:before:hidden!"
          >
            {path && step !== current ? (
              <Link to={path} className="flex min-h-11 min-w-11 items-center gap-2 hover:underline desk:min-h-0">
                {content}
              </Link>
            ) : (
              content
            )}
          </li>
        );
      })}
    </ol>
  );
}

function getCircleClass({ isDone, isCurrent }: { isDone: boolean; isCurrent: boolean }): string {
  if (isDone) return "bg-tokiwa-50 text-tokiwa-700";
  return isCurrent ? "bg-ink text-on-dark" : "border border-control text-ink-2";
}
