import type { VisitorRequest } from "../../../web/app/http/visitor-preferences.ts";

/** A request as it was received. `target`: path and query. */
export type ReceivedRequest = VisitorRequest & { target: string };

/** A request whose response is the same for everybody who sends one with the same key. */
export type SharedRequest = Readonly<{
  /** Identifies everything that the response may depend on. */
  key: string;
  /** Path and query with which the response is made. */
  target: string;
  /** Returns the only headers with which it is made, so that nothing else of the client can get into it. */
  getHeaders: () => Record<string, string>;
  /** Set-Cookie headers that this client receives with the response. */
  setCookies: readonly string[];
  /** Whether everybody who has chosen nothing gets this response for the URL, so that a CDN may keep it. */
  isDefault: boolean;
}>;

/** Whether the path has segments or characters that a URL resolves, so that another path than the one it shows is requested. */
export function isResolvedByUrls(target: string): boolean {
  return /\\|\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(target.split("?", 1)[0] ?? "");
}
