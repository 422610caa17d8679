import { useEffect, useState } from "react";
import { createCarrierFilePath } from "./carrier-actions.ts";
import type { CarrierFileKind } from "./print-shipments.ts";

/** A file that CDEK prints. A failure without a message: there is no connection. */
export type CarrierFile =
  | Readonly<{ state: "loading" }>
  | Readonly<{ state: "ready"; url: string }>
  | Readonly<{ state: "failed"; message: string | null }>;

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
          : { state: "failed", message: file };
      setLoaded({ key, file: loadedFile });
    });
    return () => {
      controller.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [path, key]);
  return [loaded?.key === key ? loaded.file : { state: "loading" }, () => setAttempt(attempt + 1)];
}

/** @returns the file, or why there is none: null without an answer of the API */
async function loadFile(path: string, signal: AbortSignal): Promise<Blob | string | null> {
  try {
    const response = await fetch(path, { signal });
    if (response.ok) return await response.blob();
    const { message } = (await response.json()) as { message?: string };
    return message ?? null;
  } catch {
    return null;
  }
}
