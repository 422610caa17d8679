import type { PricePreview, PricePreviewRequest } from "@furoshiki/api/admin/catalog-admin/prices";
import { useEffect, useState } from "react";
import { sessionExpiry } from "../api-client/session-expiry.ts";

/** What new prices change, or why they are refused; `key` is the request. */
type PricePreviewResult = Readonly<{ key: string } & ({ preview: PricePreview } | { message: string })>;

/** How long nothing is typed before the preview is loaded, in milliseconds. */
const DELAY_MS = 400;

/**
 * Loads what new prices change, whenever the request changes.
 * @param request null if there is nothing to change
 * @returns the last result, and whether it is that of this request
 */
export function usePricePreview(request: PricePreviewRequest | null): {
  result: PricePreviewResult | null;
  isCurrent: boolean;
} {
  const [result, setResult] = useState<PricePreviewResult | null>(null);
  const key = request === null ? null : JSON.stringify(request);
  useEffect(() => {
    if (key === null) return undefined;
    const controller = new AbortController();
    const load = async () => {
      const loaded = await loadPreview(key, controller.signal);
      if (loaded && !controller.signal.aborted) setResult(loaded);
    };
    const timer = setTimeout(() => void load(), DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key]);
  return { result: key === null ? null : result, isCurrent: result?.key === key };
}

/**
 * Calls the API directly: the action of a route that ends during a navigation would end the navigation too.
 * @returns null without a connection or a session
 */
async function loadPreview(key: string, signal: AbortSignal): Promise<PricePreviewResult | null> {
  const response = await fetch("/v1/admin/prices/preview", {
    ...{ method: "POST", headers: { "content-type": "application/json" }, body: key, signal },
  }).catch(() => null);
  if (response?.status === 401) sessionExpiry.update(true);
  if (!response || response.status === 401 || response.status >= 500) return null;
  const body = (await response.json()) as { data: PricePreview; message: string };
  return response.ok ? { key, preview: body.data } : { key, message: body.message };
}
