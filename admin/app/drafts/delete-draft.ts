import type { DraftKind } from "@furoshiki/api/admin/drafts";
import { ApiError, type RequestContext } from "../api-client/request-context.ts";

/**
 * Deletes the draft of a form that was saved. A failure is logged only: the record is saved, and the draft is offered
 * once more.
 */
export async function deleteDraft(
  { call, server }: RequestContext,
  { kind, id }: { kind: DraftKind; id: number },
): Promise<void> {
  try {
    await call(`drafts/${kind}/${id}`, { method: "DELETE", body: {} });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    server.logError(error);
  }
}
