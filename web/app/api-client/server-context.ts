import { createContext } from "react-router";
import type { LocaleStrategy } from "@furoshiki/design-system/i18n/locale-path.ts";

/** A response of the API. It must not be modified, because it may be shared between requests. */
export type ApiResponse = {
  status: number;
  /** The JSON envelope or error; null if there is no body. */
  body: unknown;
  /** The Retry-After header in seconds; null if there is none. */
  retryAfter: number | null;
  /** What the response was made of; absent if it must not be cached. */
  cachePolicy?: { tags: readonly string[]; expiresAt: number | null } | undefined;
};

/** What the server provides to every request of the storefront. */
export type StorefrontServer = {
  /** Calls the API, in process or at API_BASE_URL. */
  api(
    path: string,
    init?: { method?: string; body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
  ): Promise<ApiResponse>;
  /** Calls the API and returns the response as a stream, for server-sent events. */
  stream(path: string, init: { headers: Record<string, string>; signal: AbortSignal }): Promise<Response>;
  /** The CSP nonce for every script of the page. */
  nonce: string;
  /** Whether the page is for every guest with the same preferences. It is sent when it is complete. */
  isShared: boolean;
  /** Names the route of the request in metrics and traces: its pattern, never its path. */
  setRoute(pattern: string): void;
  /** Measures the rendering of a page, until `end` of what it returns is called. */
  startRendering(): { end: (error?: unknown) => void };
  /** The store's origin, for canonical URLs. */
  publicUrl: string;
  buildId: string;
  localeStrategy: LocaleStrategy;
  /** False if PUBLIC_URL is plain http. */
  secureCookies: boolean;
  /** Writes an unexpected error to the server log, with the id of the request. */
  logError(error: unknown, fields?: Record<string, string | number | undefined>): void;
};

export const serverContext = createContext<StorefrontServer>();
