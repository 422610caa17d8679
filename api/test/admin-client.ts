import { buildAdminApi } from "../src/admin-app.ts";
import type { AdminApi } from "../src/staff/admin-endpoint.ts";
import type { AppContext } from "../src/platform/http/endpoint.ts";
import type { TestResponse } from "./harness.ts";
import { staffRequest } from "./staff-transactions.ts";

export type AdminRequestOptions = {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent instead of `body`: a file. */
  content?: Uint8Array;
  /** The `cookie` header of `createTestStaffSession`. */
  cookie?: string;
  headers?: Record<string, string>;
};

export type AdminClient = {
  /** Sends a request to the admin API in process, from a page of the admin. */
  request<Data = unknown>(method: string, path: string, options?: AdminRequestOptions): Promise<TestResponse<Data>>;
};

/**
 * Paths of a person's own sign-in and account, which are not actions: the security log has what they do. Neither are
 * their drafts and previews, which change no record.
 */
const OWN_ACCOUNT_PATHS = /^\/(?:(?:session|me|invitations|drafts)\b|products\/\d+\/page-preview$)/;

/**
 * Opens the admin API of a test shop. A request that changes rows without an audit entry fails.
 * @param addRoutes adds endpoints that only the test has
 */
export function openAdminClient(app: AppContext, addRoutes?: (api: AdminApi) => void): AdminClient {
  const api = buildAdminApi(app);
  addRoutes?.(api);
  return {
    request: async (method, path, { body, content, cookie, headers } = {}) => {
      const send = async () =>
        api.fetch(
          new Request(`http://shop.test/v1/admin${path}`, {
            method,
            headers: {
              origin: "http://shop.test",
              ...(body === undefined ? {} : { "content-type": "application/json" }),
              ...(cookie === undefined ? {} : { cookie }),
              ...headers,
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            ...(content === undefined ? {} : { body: new Uint8Array(content) }),
          }),
        );
      const response = await (OWN_ACCOUNT_PATHS.test(path) ? send() : staffRequest.run({ hasEntry: false }, send));
      const text = await readText(response);
      return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
    },
  };
}

/** Returns the `cookie` header that a browser sends after a response that sets the session cookie. */
export function getSessionCookie({ headers }: { headers: Headers }): string {
  const [cookie = ""] = headers.getSetCookie();
  return cookie.split(";")[0] ?? "";
}

/** Returns the body of a response; an empty string for a stream of events, which never ends. */
async function readText(response: Response): Promise<string> {
  if (response.headers.get("content-type") !== "text/event-stream") return response.text();
  await response.body?.cancel();
  return "";
}
