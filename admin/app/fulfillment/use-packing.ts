import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { Shipment, ShipmentItem } from "@furoshiki/api/admin/fulfillment/shipments";
import { useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import { matchScan } from "./match-scan.ts";
import { createScanQueue, type QueueState } from "./scan-queue.ts";
import { countPacked, listPieces, type PackingChange, type ScannedPiece } from "./scanned-pieces.ts";
import { callStationApi, NoAnswer } from "./station-api.ts";
import { useScanSending } from "./use-scan-sending.ts";

/** A product whose code was scanned, although the shipment does not need it. */
export type WrongProduct = Readonly<
  Pick<ShipmentItem, "reference" | "barcode" | "name_ru" | "name_en"> & { image: ShipmentItem["image"] }
>;

/** What the packer has to solve before the next piece. */
export type PackingProblem =
  | Readonly<{
      kind: "wrong";
      reason: "not_in_shipment" | "already_packed";
      code: string;
      product: WrongProduct | null;
    }>
  | Readonly<{ kind: "options"; code: string; lines: readonly number[] }>
  | Readonly<{ kind: "refused"; code: string; message: string }>;

export type Packing = Readonly<{
  items: readonly ShipmentItem[];
  /** The pieces in the box, the last one first. */
  pieces: readonly ScannedPiece[];
  queue: QueueState<PackingChange>;
  problem: PackingProblem | null;
  closeProblem: () => void;
  /** Puts the piece with a code into the box. */
  scan: (code: string) => void;
  /** Puts a piece of a line into the box: of the option that was chosen for a code, or one without a readable code. */
  addPiece: (line: number, code?: string) => void;
  /** Takes the last piece out of the box again. */
  undoLast: () => void;
  /** Sends the changes that were not sent. Returns whether the server has accepted all of them. */
  sendChanges: () => Promise<boolean>;
}>;

/** Packs a shipment: what is in the box, with the changes that were not sent yet. */
export function usePacking(shipment: Shipment): Packing {
  const { revalidate } = useRevalidator();
  const [problem, setProblem] = useState<PackingProblem | null>(null);
  const [scanQueue] = useState(() =>
    createScanQueue<PackingChange>({
      prefix: `packing:${shipment.id}:`,
      getStorage: () => localStorage,
      send: (change) => sendChange(shipment.id, change),
      onRefused: ({ code = "" }, refusal) => {
        setProblem(toProblem(code, refusal));
        void revalidate();
      },
    }),
  );
  const queue = useStoreValue(scanQueue.state);
  useScanSending(scanQueue);
  useEffect(() => scanQueue.clearAccepted(), [scanQueue, shipment]);

  const pieces = listPieces(shipment.scans, [...queue.accepted, ...queue.waiting]);
  const items = countPacked(shipment.items, pieces);
  const addPiece = (line: number, code?: string) => {
    scanQueue.add({ kind: "scan", scan_id: crypto.randomUUID(), line, code });
    setProblem(null);
  };
  const scan = (code: string) => {
    const match = matchScan(items, code);
    if (match.kind === "line") addPiece(match.line, code);
    else if (match.kind === "options") setProblem({ kind: "options", code, lines: match.lines });
    else {
      const wrong = { kind: "wrong", reason: match.reason, code, product: null } as const;
      setProblem(wrong);
      void findProduct(shipment.id, code).then((product) =>
        setProblem((current) => (product && current === wrong ? { ...wrong, product } : current)),
      );
    }
  };
  const undoLast = () => {
    const [last] = pieces;
    if (last) scanQueue.add({ kind: "undo", ...last });
  };
  const closeProblem = () => setProblem(null);
  return { items, pieces, queue, problem, closeProblem, scan, addPiece, undoLast, sendChanges: scanQueue.flush };
}

function sendChange(shipmentId: number, { kind, scan_id, line, code }: PackingChange) {
  const path = `shipments/${shipmentId}/scans`;
  return kind === "scan"
    ? callStationApi(path, { method: "POST", body: { scan_id, line, code } })
    : callStationApi(`${path}/${scan_id}`, { method: "DELETE" });
}

function toProblem(code: string, refusal: { code: string; message: string; data: object }): PackingProblem {
  if (refusal.code !== "wrong_item_scanned") return { kind: "refused", code: refusal.code, message: refusal.message };
  const { reason, product } = refusal.data as Pick<Extract<PackingProblem, { kind: "wrong" }>, "reason" | "product">;
  return { kind: "wrong", reason, code, product };
}

/** Finds out which product a wrong code belongs to; null if it is unknown, or if there is no connection. */
async function findProduct(shipmentId: number, code: string): Promise<WrongProduct | null> {
  const body = { scan_id: crypto.randomUUID(), code };
  const answer = await callStationApi(`shipments/${shipmentId}/scans?preview=true`, { method: "POST", body }).catch(
    (error: unknown) => {
      if (error instanceof NoAnswer) return null;
      throw error;
    },
  );
  return answer && !answer.ok ? ((answer.data["product"] as WrongProduct | null | undefined) ?? null) : null;
}
