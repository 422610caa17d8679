import type { CachePolicy } from "../../../api/src/platform/http/route-contract.ts";
import { getScope } from "../../../api/src/platform/observability/request-scope.ts";
import type { SharedRequest } from "./shared-request.ts";
import { StoredResponse } from "./stored-response.ts";

/** Collects the cache policies of the API responses that a response is made of; null for one that must not be cached. */
export type PolicyCollector = (CachePolicy | null)[];

/** Makes a response that is the same for everybody, and collects what it was made of. */
export type Render = (request: Request, policies: PolicyCollector) => Response | Promise<Response>;

/** A response, and when its rendering began, in ms since 1970. */
export type Rendering = {
  status: number;
  response: StoredResponse;
  setCookies: readonly string[];
  /** What it was made of; null if it must not be stored: a redirect, an error, or made of something unknown. */
  policy: CachePolicy | null;
  startedAt: number;
  /** Whether another process has made it. */
  isShared: boolean;
};

/**
 * Makes the response to a request that is the same for everybody.
 * @param clientHeaders with which API calls are logged and limited. No content depends on them.
 * @param startedAt the present time in ms since 1970
 */
export async function renderSharedResponse(
  render: Render,
  { target, getHeaders }: SharedRequest,
  clientHeaders: Readonly<Record<string, string>>,
  startedAt: number,
): Promise<Rendering> {
  const policies: PolicyCollector = [];
  const url = new URL(target, "http://storefront.internal");
  const rendered = await render(new Request(url, { headers: { ...clientHeaders, ...getHeaders() } }), policies);
  const { status, headers } = rendered;
  // The last API calls of a response may be made while its body is streamed.
  const body = Buffer.from(await rendered.arrayBuffer());
  const setCookies = headers.getSetCookie();
  const known = policies.filter((policy) => policy !== null);
  const isStorable = status === 200 && setCookies.length === 0 && known.length > 0 && known.length === policies.length;
  const response = await StoredResponse.create(headers, body, getScope()?.route);
  return {
    status,
    response,
    setCookies,
    policy: isStorable ? mergeCachePolicies(known) : null,
    startedAt,
    isShared: false,
  };
}

/** Combines the policies of the parts of a response: it depends on what each of them depends on. */
function mergeCachePolicies(policies: readonly CachePolicy[]): CachePolicy {
  const expirations = policies.flatMap(({ expiresAt }) => expiresAt ?? []);
  const listeners = policies.flatMap(({ onServe }) => onServe ?? []);
  return {
    ...(listeners.length === 0 ? {} : { onServe: (client) => listeners.forEach((onServe) => onServe(client)) }),
    tags: [...new Set(policies.flatMap(({ tags }) => tags))],
    expiresAt: expirations.length === 0 ? null : Math.min(...expirations),
  };
}
