import { createContext } from "react-router";
import type { LocaleStrategy } from "./locale.ts";

/** What the server gives to every request of the storefront. */
export type ShopServer = {
  /** A call of the API, in process or at API_BASE_URL. */
  api(path: string, init?: { method?: string; body?: string; headers?: Record<string, string> }): Promise<Response>;
  /** For the content security policy: on every script of the page. */
  nonce: string;
  /** The shop's origin, for canonical addresses. */
  publicUrl: string;
  buildId: string;
  localeStrategy: LocaleStrategy;
  /** False where PUBLIC_URL is plain http. */
  secureCookies: boolean;
  clientIp: string;
};

export const shopContext = createContext<ShopServer>();
