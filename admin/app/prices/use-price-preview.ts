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
 * @param lostMessage what is said without a connection
 * @returns the last result, and whether it is that of this request
 */
export function usePricePreview(
  request: PricePreviewRequest | null,
  lostMessage: string,
): {
  result: PricePreviewResult | null;
  isCurrent: boolean;
} {
  const [result, setResult] = useState<PricePreviewResult | null>(null);
  const key = request === null ? null : JSON.stringify(request);
  useEffect(() => {
    if (key === null) return undefined;
    const controller = new AbortController();
    const load = async () => {
      const loaded = await loadPreview(key, controller.signal, lostMessage);
      if (loaded && !controller.signal.aborted) setResult(loaded);
    };
    const timer = setTimeout(() => void load(), DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, lostMessage]);
  return { result: key === null ? null : result, isCurrent: result?.key === key };
}

/**
 * Calls the API directly: the action of a route that ends during a navigation would end the navigation too.
 * @returns null without a session
 */
async function loadPreview(key: string, signal: AbortSignal, lostMessage: string): Promise<PricePreviewResult | null> {
  const response = await fetch("/v1/admin/prices/preview", {
    ...{ method: "POST", headers: { "content-type": "application/json" }, body: key, signal },
  }).catch(() => null);
  if (response?.status === 401) {
    sessionExpiry.update(true);
    return null;
  }
  // A proxy answers with a page.
  const body = (await response?.json().catch(() => null)) as { data?: PricePreview; message?: string } | null;
  if (response?.ok && body?.data) return { key, preview: body.data };
  return { key, message: body?.message ?? lostMessage };
}
