import { createContext, type RouterContextProvider } from "react-router";

/**
 * May the service worker keep this page for when there is no network? `thing`: yes, and it stands in for its own address
 * with another query (an option, a mark of an advertisement); `list`: only under the very address. Null: never.
 */
export const keepingContext = createContext<"thing" | "list" | null>(null);

/** Whose page it is: a customer's number, or `guest`. Empty: nobody has looked. */
export const visitorContext = createContext("");

/** For a loader, once it knows that its page is one for everybody or a cart. */
export function mayBeKept({ context }: { context: Readonly<RouterContextProvider> }, as: "thing" | "list"): void {
  context.set(keepingContext, as);
}

/** What the service worker is told with a page. */
export function keepingHeaders(context: Readonly<RouterContextProvider>, status: number): [string, string][] {
  const [visitor, keeping] = [context.get(visitorContext), context.get(keepingContext)];
  if (visitor === "") return [];
  return [["x-visitor", visitor], ...(keeping && status === 200 ? [["x-keep", keeping] as [string, string]] : [])];
}

/** The script is the same in every language. */
export const WORKER_PATH = "/sw.js";
