import { useEffect, useState } from "react";
import { saveFile } from "../http/save-file.ts";
import { createCarrierFilePath } from "./carrier-actions.ts";
import type { CarrierFileKind } from "./print-shipments.ts";

/** Why CDEK has printed nothing; null values if there was no answer. */
export type CarrierFileFailure = Readonly<{ code: string | null; message: string | null }>;

/** A file that CDEK prints. */
export type CarrierFile =
  | Readonly<{ state: "loading" }>
  | Readonly<{ state: "ready"; url: string }>
  | Readonly<{ state: "failed"; failure: CarrierFileFailure }>;

/**
 * Loads what CDEK prints for shipments. CDEK takes some seconds and may refuse it, so that a link to the file would show
 * nothing for a while, or an error that nobody can read.
 * @returns the file, and a function that loads it again
 */
export function useCarrierFile(
  kind: CarrierFileKind,
  shipmentIds: readonly number[],
): [file: CarrierFile, reload: () => void] {
  const path = createCarrierFilePath(kind, shipmentIds);
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ key: string; file: CarrierFile } | null>(null);
  const key = `${path} ${attempt}`;
  useEffect(() => {
    const controller = new AbortController();
    let url: string | undefined;
    void loadFile(path, controller.signal).then((file) => {
      if (controller.signal.aborted) return;
      const loadedFile: CarrierFile =
        file instanceof Blob
          ? { state: "ready", url: (url = URL.createObjectURL(file)) }
          : { state: "failed", failure: file };
      setLoaded({ key, file: loadedFile });
    });
    return () => {
      controller.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [path, key]);
  return [loaded?.key === key ? loaded.file : { state: "loading" }, () => setAttempt(attempt + 1)];
}

/** Returns a function that loads what CDEK prints for shipments and saves it, and why it failed last. */
export function useCarrierFileDownload(kind: CarrierFileKind, shipmentIds: readonly number[]) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CarrierFileFailure | null>(null);
  const download = async () => {
    setBusy(true);
    setFailure(null);
    const file = await loadFile(createCarrierFilePath(kind, shipmentIds));
    if (file instanceof Blob) saveFile(file, createCarrierFileName(kind, shipmentIds));
    else setFailure(file);
    setBusy(false);
  };
  return { download, isBusy, failure };
}

/** Returns the name under which what CDEK prints is saved. */
export function createCarrierFileName(kind: CarrierFileKind, shipmentIds: readonly number[]): string {
  return `cdek-${kind}-${shipmentIds.length === 1 ? shipmentIds[0] : `${shipmentIds.length}-parcels`}.pdf`;
}

async function loadFile(path: string, signal?: AbortSignal): Promise<Blob | CarrierFileFailure> {
  try {
    const response = await fetch(path, signal ? { signal } : {});
    if (response.ok) return await response.blob();
    const { code = null, message = null } = (await response.json()) as Partial<CarrierFileFailure>;
    return { code, message };
  } catch {
    return { code: null, message: null };
  }
}
