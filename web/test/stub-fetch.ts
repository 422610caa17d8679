import { afterEach, vi } from "vitest";

type ApiCall = { url: string; method: string; body: string; signal: AbortSignal | undefined };
/** The JSON of a response; an error rejects the request, as without a connection. */
type Respond = (call: ApiCall) => unknown;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Replaces `fetch`. @returns the calls that were made */
export function stubFetch(respond: Respond): ApiCall[] {
  const calls: ApiCall[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const body = init.body instanceof URLSearchParams || typeof init.body === "string" ? String(init.body) : "";
    const call = { url, method: init.method ?? "GET", body, signal: init.signal ?? undefined };
    calls.push(call);
    const response = await respond(call);
    if (response instanceof Error) throw response;
    return response instanceof Response ? response : Response.json(response);
  });
  return calls;
}

/** What `fetch` rejects with if there is no connection. */
export const connectionError = new TypeError("Failed to fetch");
