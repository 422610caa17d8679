import { createContext } from "react-router";
import type { LocaleStrategy } from "./locale.ts";

/** What the API said: an answer in its own form, not to be changed, for it may be shared. */
export type ApiAnswer = {
  status: number;
  /** An envelope or a refusal; null where there is no body. */
  body: unknown;
  /** The Retry-After header, in seconds; null without one. */
  retryAfter: number | null;
};

/** What the server gives to every request of the storefront. */
export type ShopServer = {
  /** A call of the API, in process or at API_BASE_URL. */
  api(
    path: string,
    init?: { method?: string; body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
  ): Promise<ApiAnswer>;
  /** A call whose answer goes on for ever, as it comes. */
  stream(path: string, init: { headers: Record<string, string>; signal: AbortSignal }): Promise<Response>;
  /** For the content security policy: on every script of the page. */
  nonce: string;
  /** The shop's origin, for canonical addresses. */
  publicUrl: string;
  buildId: string;
  localeStrategy: LocaleStrategy;
  /** False where PUBLIC_URL is plain http. */
  secureCookies: boolean;
  /** Writes an unexpected error to the shop's log, with the id of the request. */
  logError(error: unknown, fields?: Record<string, string | number | undefined>): void;
};

export const shopContext = createContext<ShopServer>();
