import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { ScannedCount } from "@furoshiki/api/admin/inventory/counts";
import { useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import { createScanQueue } from "../fulfillment/scan-queue.ts";
import { callStationApi, NoAnswer } from "../fulfillment/station-api.ts";
import { useScanSending } from "../fulfillment/use-scan-sending.ts";

/** A scan that the server has not confirmed. It counts once, however often it is sent. */
type CountScan = Readonly<{ scan_id: string; code: string; option_id?: number }>;

/** A variant with a scanned code. */
export type ScannedVariant = Readonly<{ option_id: number; name: string; option_name: string }>;

/** A scan that was not counted: its code is unknown, or belongs to several options, of which one is chosen. */
export type ScanProblem = Readonly<{
  scan_id: string;
  code: string;
  message: string;
  variants: readonly ScannedVariant[];
}>;

export type CountScans = Readonly<{
  /** What was counted last. */
  last: ScannedCount | null;
  /** The scans that were not counted, the first one first. They stay until somebody solves them. */
  problems: readonly ScanProblem[];
  /** How many scans wait for the connection. */
  waiting: number;
  isOffline: boolean;
  /** Adds a piece with a code. */
  scan: (code: string) => void;
  /** Counts the piece of a problem as one of an option; null if it is not counted. */
  solve: (problem: ScanProblem, optionId: number | null) => void;
}>;

/** Counts pieces by their barcodes. Scans are kept in the browser until the server has them. */
export function useCountScans(countId: number): CountScans {
  const { revalidate } = useRevalidator();
  const [last, setLast] = useState<ScannedCount | null>(null);
  const [problems, setProblems] = useState<readonly ScanProblem[]>([]);
  const [queue] = useState(() =>
    createScanQueue<CountScan>({
      prefix: `stock-count:${countId}:`,
      getStorage: () => localStorage,
      send: async (body) => {
        const answer = await callStationApi<ScannedCount>(`stock-counts/${countId}/scans`, { method: "POST", body });
        if (answer.ok) setLast(answer.result);
        else if (answer.code === "stock_count_not_open") {
          // The scans stay stored: they are sent if the count is opened again.
          void revalidate();
          throw new NoAnswer(answer.code);
        }
        return answer;
      },
      onRefused: ({ scan_id, code }, { message, data }) => {
        const { variants = [] } = data as { variants?: readonly ScannedVariant[] };
        setProblems((previous) => [...previous, { scan_id, code, message, variants }]);
      },
    }),
  );
  const { waiting, accepted, isOffline } = useStoreValue(queue.state);
  useScanSending(queue);
  const isDone = waiting.length === 0 && accepted.length > 0;
  useEffect(() => {
    if (!isDone) return;
    queue.clearAccepted();
    void revalidate();
  }, [isDone, queue, revalidate]);
  return {
    ...{ last, problems, isOffline, waiting: waiting.length },
    scan: (code) => {
      setLast(null);
      queue.add({ scan_id: crypto.randomUUID(), code });
    },
    solve: ({ scan_id, code }, optionId) => {
      setProblems((previous) => previous.filter((problem) => problem.scan_id !== scan_id));
      if (optionId !== null) queue.add({ scan_id, code, option_id: optionId });
    },
  };
}
