import { sessionExpiry } from "../api-client/session-expiry.ts";

/** An answer of the API: the result, or the refusal with its code and data. */
export type StationAnswer<T> =
  | Readonly<{ ok: true; result: T }>
  | Readonly<{ ok: false; code: string; message: string; data: Readonly<Record<string, unknown>> }>;

/** A request failed: there is no connection, the server is busy, or the session has ended. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
}

const TIMEOUT_MS = 15_000;

/**
 * Calls an action of the admin API from the browser, because scans are sent when there is a connection, not when a page
 * loads.
 * @param path below `/v1/admin/`
 * @throws NoAnswer if the same request has to be sent again
 */
export async function callStationApi<T>(
  path: string,
  { method, body = {} }: { method: "POST" | "PATCH" | "DELETE"; body?: object },
): Promise<StationAnswer<T>> {
  const response = await fetch(`/v1/admin/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new NoAnswer("no connection", { cause: error });
  });
  if (response.status === 401) sessionExpiry.update(true);
  // 502 with a body is a refusal: a carrier does not answer.
  const hasNoAnswer = [401, 408, 429].includes(response.status) || (response.status >= 500 && response.status !== 502);
  if (hasNoAnswer) throw new NoAnswer(`${response.status}`);
  const answer = (await response.json().catch(() => {
    throw new NoAnswer("incomplete response");
  })) as { data: { result: T } & Record<string, unknown>; code: string; message: string };
  if (response.ok) return { ok: true, result: answer.data.result };
  return { ok: false, code: answer.code, message: answer.message, data: answer.data };
}
