import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { ScannedCount } from "@furoshiki/api/admin/inventory/counts";
import { useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import { createScanQueue } from "../fulfillment/scan-queue.ts";
import { callStationApi } from "../fulfillment/station-api.ts";
import { useScanSending } from "../fulfillment/use-scan-sending.ts";

/** A scan that the server has not confirmed. It counts once, however often it is sent. */
type CountScan = Readonly<{ key: string; code: string; option_id?: number }>;

/** A variant with a scanned code. */
export type ScannedVariant = Readonly<{ option_id: number; name: string; option_name: string }>;

/** What became of the last scan. */
export type LastScan =
  | Readonly<{ kind: "counted"; scanned: ScannedCount }>
  | Readonly<{ kind: "options"; code: string; variants: readonly ScannedVariant[] }>
  | Readonly<{ kind: "refused"; code: string; message: string }>;

export type CountScans = Readonly<{
  last: LastScan | null;
  /** How many scans wait for the connection. */
  waiting: number;
  isOffline: boolean;
  /** Adds a piece with a code: of the option that was chosen, if the code belongs to several. */
  scan: (code: string, optionId?: number) => void;
}>;

/** Counts pieces by their barcodes. Scans are kept in the browser until the server has them. */
export function useCountScans(countId: number): CountScans {
  const { revalidate } = useRevalidator();
  const [last, setLast] = useState<LastScan | null>(null);
  const [queue] = useState(() =>
    createScanQueue<CountScan>({
      prefix: `stock-count:${countId}:`,
      getStorage: () => localStorage,
      send: async ({ key, ...body }) => {
        const answer = await callStationApi<ScannedCount>(`stock-counts/${countId}/scans`, {
          method: "POST",
          body,
          idempotencyKey: key,
        });
        if (answer.ok) setLast({ kind: "counted", scanned: answer.result });
        return answer;
      },
      onRefused: ({ code }, refusal) => {
        const { variants } = refusal.data as { variants?: ScannedVariant[] };
        setLast(variants ? { kind: "options", code, variants } : { kind: "refused", code, message: refusal.message });
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
    ...{ last, isOffline, waiting: waiting.length },
    scan: (code, optionId) =>
      queue.add({ key: crypto.randomUUID(), code, ...(optionId === undefined ? {} : { option_id: optionId }) }),
  };
}
