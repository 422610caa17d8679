import type { Draft, DraftKind, StoredDraft } from "@furoshiki/api/admin/drafts";
import { sessionExpiry } from "../api-client/session-expiry.ts";
import type { FormValues } from "./form-values.ts";

/** What became of a request: `lost` if it has to be sent again, `refused` if it would be refused again. */
export type DraftOutcome = "done" | "refused" | "lost";

/** The form and record of a draft; the id of a new record is 0. */
export type DraftReference = Readonly<{ kind: DraftKind; id: number }>;

/** Loads the person's draft; null if there is none, or without a connection. */
export async function loadDraft(reference: DraftReference): Promise<Draft | null> {
  const response = await callDraftApi(reference, { method: "GET" });
  return response?.ok ? ((await response.json()) as { data: StoredDraft }).data.draft : null;
}

/** Saves a draft, or deletes it without values. The request is finished if the page is closed meanwhile. */
export async function saveDraft(reference: DraftReference, changes: FormValues | null): Promise<DraftOutcome> {
  const response = await callDraftApi(reference, {
    method: changes === null ? "DELETE" : "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(changes === null ? {} : { changes }),
    keepalive: true,
  });
  if (!response || response.status >= 500 || response.status === 429) return "lost";
  if (response.status === 401) sessionExpiry.update(true);
  return response.ok ? "done" : "refused";
}

/** @returns null without a connection */
function callDraftApi({ kind, id }: DraftReference, request: RequestInit): Promise<Response | null> {
  return fetch(`/v1/admin/drafts/${kind}/${id}`, request).catch(() => null);
}
