import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { ScanField } from "../ui/scan-field.tsx";
import { type LastScan, useCountScans } from "./use-count-scans.ts";

/** Counts pieces by their barcodes, and says what was counted last. */
export function ScanPanel({ countId }: { countId: number }) {
  const { t } = useI18n();
  const { last, waiting, isOffline, scan } = useCountScans(countId);
  return (
    <div className="grid gap-2">
      <ScanField label={t("counts.scan")} onScan={scan} />
      <div role="status" className="grid gap-2">
        {isOffline ? <Note tone="warn">{t("counts.offline", { count: waiting })}</Note> : null}
        {last ? <ScanResult last={last} onChoose={scan} /> : null}
      </div>
    </div>
  );
}

type ScanResultProps = { last: LastScan; onChoose: (code: string, optionId: number) => void };

function ScanResult({ last, onChoose }: ScanResultProps) {
  const { t } = useI18n();
  if (last.kind === "refused")
    return (
      <Note tone="warn">
        <span className="code">{last.code}</span>: {last.message}
      </Note>
    );
  if (last.kind === "counted") {
    const { name, option_name, counted } = last.scanned;
    return (
      <Note tone="ok">
        {t("counts.scanned", { name: [name, option_name].filter(Boolean).join(", "), count: counted ?? 0 })}
      </Note>
    );
  }
  return (
    <Note tone="info">
      <p>{t("counts.choose_option", { name: last.variants[0]?.name ?? last.code })}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {last.variants.map(({ option_id: optionId, name, option_name: optionName }) => (
          <Button key={optionId} onClick={() => onChoose(last.code, optionId)}>
            {optionName || name}
          </Button>
        ))}
      </div>
    </Note>
  );
}
