import { createContext } from "react-router";

/** What the server provides to every request of the back office. */
export type AdminServer = {
  /** Calls the admin API in this process, with the cookie and the client headers of the request. */
  callApi(path: string, init: { method: string; headers: Record<string, string>; body?: string }): Promise<Response>;
  /** The CSP nonce for every script of the page. */
  nonce: string;
  /** The id of the request in the server's log. */
  requestId: string;
  /** Names the route of the request in metrics and traces: its pattern, never its path. */
  setRoute(pattern: string): void;
  /** Measures the rendering of a page, until `end` of what it returns is called. */
  startRendering(): { end: (error?: unknown) => void };
  /** The name of the store in a locale. */
  getStoreName(locale: string): Promise<string>;
  /** False if ADMIN_URL is plain http. */
  secureCookies: boolean;
  /** Writes an unexpected error to the server log, with the id of the request. */
  logError(error: unknown, fields?: Record<string, string | number | undefined>): void;
};

export const serverContext = createContext<AdminServer>();
