import { useRef } from "react";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { ScanField } from "../ui/scan-field.tsx";
import type { CountScans, ScanProblem } from "./use-count-scans.ts";

/** Counts pieces by their barcodes, and says what was counted last. */
export function ScanPanel({ scans: { last, problems, waiting, isOffline, scan, solve } }: { scans: CountScans }) {
  const { t } = useCatalogI18n();
  const ref = useRef<HTMLDivElement>(null);
  const solveProblem = (problem: ScanProblem, optionId: number | null) => {
    solve(problem, optionId);
    // The scanner types on.
    ref.current?.querySelector("input")?.focus();
  };
  return (
    <div ref={ref} className="grid gap-2">
      <ScanField label={t("counts.scan")} onScan={scan} />
      <div role="status" className="grid gap-2">
        {isOffline ? <Note tone="warn">{t("counts.offline", { count: waiting })}</Note> : null}
        {last ? (
          <Note tone="ok">
            {t("counts.scanned", {
              name: [last.name, last.option_name].filter(Boolean).join(", "),
              count: last.counted ?? 0,
            })}
          </Note>
        ) : null}
        {problems.map((problem) => (
          <ProblemNote key={problem.scan_id} problem={problem} onSolve={solveProblem} />
        ))}
      </div>
    </div>
  );
}

type ProblemNoteProps = {
  problem: ScanProblem;
  onSolve: (problem: ScanProblem, optionId: number | null) => void;
};

function ProblemNote({ problem, onSolve }: ProblemNoteProps) {
  const { t } = useCatalogI18n();
  const { code, message, variants } = problem;
  const [variant] = variants;
  return (
    <Note tone={variant ? "info" : "warn"}>
      <p>
        {variant ? (
          t("counts.choose_option", { name: variant.name })
        ) : (
          <>
            <span className="code">{code}</span>: {message}
          </>
        )}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {variants.map(({ option_id: optionId, name, option_name: optionName }) => (
          <Button key={optionId} onClick={() => onSolve(problem, optionId)}>
            {optionName || name}
          </Button>
        ))}
        <Button kind="quiet" onClick={() => onSolve(problem, null)}>
          {t(variant ? "counts.skip_scan" : "ui.close")}
        </Button>
      </div>
    </Note>
  );
}
