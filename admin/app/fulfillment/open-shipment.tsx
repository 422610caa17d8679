import { WifiOff } from "lucide-react";
import { useState } from "react";
import type { Shipment } from "@furoshiki/api/admin/fulfillment/shipments";
import { BoxList } from "./box-list.tsx";
import { CurrentItem } from "./current-item.tsx";
import { PackingActions } from "./packing-actions.tsx";
import { ScanProblem } from "./scan-problem.tsx";
import { useStationTexts } from "./station-texts.tsx";
import { type Packing, usePacking } from "./use-packing.ts";
import { useScanner } from "./use-scanner.ts";
import { Weighing } from "./weighing.tsx";

/** A shipment that is being packed: its pieces are scanned, and then it is weighed. */
export function OpenShipment({ shipment }: { shipment: Shipment }) {
  const packing = usePacking(shipment);
  const { items, pieces, queue, problem } = packing;
  const [step, setStep] = useState<"scan" | "weigh">("scan");
  const left = items.reduce((sum, { packed, quantity }) => sum + quantity - packed, 0);
  const isWeighing = step === "weigh" && left === 0 && problem === null;
  useScanner((code) => {
    setStep("scan");
    packing.scan(code);
  });
  const lastLine = pieces[0]?.line;
  const missing = items.filter(({ packed, quantity }) => packed < quantity);
  const current = missing.find(({ line }) => line === lastLine) ?? missing[0] ?? null;
  return (
    <>
      <OfflineNotice queue={queue} />
      <div className="grid grow desk:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_25.25rem]">
        <main className="min-w-0">
          {isWeighing ? (
            <Weighing shipment={shipment} packing={packing} onBack={() => setStep("scan")} />
          ) : problem ? (
            <ScanProblem packing={packing} problem={problem} current={current} />
          ) : (
            <CurrentItem item={current} />
          )}
        </main>
        <BoxList items={items} currentLine={isWeighing ? null : (current?.line ?? null)} comment={shipment.comment} />
      </div>
      {isWeighing ? null : (
        <PackingActions
          shipment={shipment}
          packing={packing}
          current={current}
          left={left}
          onWeigh={() => setStep("weigh")}
        />
      )}
    </>
  );
}

/** Says that scans are kept on the device while they cannot be sent. */
function OfflineNotice({ queue: { isOffline, waiting } }: Pick<Packing, "queue">) {
  const { t } = useStationTexts();
  return (
    <div role="status">
      {isOffline ? (
        <p className="flex items-start gap-3.5 border-b border-yamabuki-300 bg-yamabuki-50 px-4 py-2.5 text-yamabuki-800 desk:px-6">
          <WifiOff size={26} strokeWidth={1.5} aria-hidden className="shrink-0" />
          <span>{t.rich("connection_lost", { count: waiting.length, b: (chunks) => <b>{chunks}</b> })}</span>
        </p>
      ) : null}
    </div>
  );
}
