import { createContext, type RouterContextProvider } from "react-router";

export type OfflineCachePolicy = "any-query" | "exact-url";

/**
 * Whether the service worker may cache this page for offline use. `any-query`: yes, and the cached page also serves its
 * URL with other query parameters (an option, campaign parameters); `exact-url`: only under exactly this URL; null:
 * never.
 */
export const offlineCacheContext = createContext<OfflineCachePolicy | null>(null);

/** The visitor whose data the page contains: a customer id, or `guest`. Empty if it is unknown. */
export const visitorIdContext = createContext("");

/** Allows the service worker to cache the page of this request; called by loaders of public pages and of the cart. */
export function allowOfflineCache(
  { context }: { context: Readonly<RouterContextProvider> },
  policy: OfflineCachePolicy,
): void {
  context.set(offlineCacheContext, policy);
}

/** Response headers that tell the service worker whether and for whom to cache the page. */
export function getOfflineCacheHeaders(context: Readonly<RouterContextProvider>, status: number): [string, string][] {
  const [visitorId, policy] = [context.get(visitorIdContext), context.get(offlineCacheContext)];
  if (visitorId === "") return [];
  return [
    ["x-visitor", visitorId],
    ...(policy && status === 200 ? [["x-offline-cache", policy] as [string, string]] : []),
  ];
}

/** The service worker is the same in every locale. */
export const SERVICE_WORKER_PATH = "/sw.js";
