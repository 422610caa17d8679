import type { PreviewEffects } from "@furoshiki/api/admin/staff/audit";
import type { RecordSelection, StartedTask } from "@furoshiki/api/admin/tasks";
import { data } from "react-router";
import { getRefusalMessage } from "../api-client/form-errors.ts";
import { ApiError, getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { type SelectResult, type StartResult, taskResources } from "../tasks/task-requests.ts";
import type { Route } from "./+types/task-start";

type Executed = { result: StartedTask; preview: PreviewEffects | null };

/** Counts the records of a list, previews a task for them, or starts it. */
export async function action({ context, request }: Route.ActionArgs): Promise<SelectResult | StartResult> {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  const resource = taskResources.find((name) => name === form.get("resource"));
  const filter = String(form.get("filter"));
  if (!resource) throw data(null, { status: 400 });
  const list = { resource, filter: Object.fromEntries(new URLSearchParams(filter)) };
  try {
    if (form.get("intent") !== "select") return await startTask(requestContext, form, list);
    const counted = await requestContext.call<RecordSelection>("selections", { method: "POST", body: list });
    return { selection: { resource, filter, ...counted } };
  } catch (error) {
    return { message: getRefusalMessage(error, requestContext) };
  }
}

async function startTask({ call }: RequestContext, form: FormData, list: object): Promise<StartResult> {
  const fingerprint = form.get("fingerprint") ?? undefined;
  const ids = form.get("ids");
  const selection =
    ids === null ? { ...list, count: Number(form.get("count")), fingerprint } : { ids: parseJson(ids), fingerprint };
  const body = { ...(parseJson(form.get("task")) as object), selection };
  const key = form.get("key");
  if (typeof key === "string") {
    const replaces = Number(form.get("replaces"));
    if (replaces > 0) {
      // The planned task stays unless the new one is possible.
      await call("tasks?preview=true", { method: "POST", body });
      await call(`tasks/${replaces}/cancel`, { method: "POST", body: {} }).catch((error: unknown) => {
        // An attempt before has canceled it, and could not start the new one.
        if (!(error instanceof ApiError && error.code === "task_ended")) throw error;
      });
    }
    const headers = { "idempotency-key": key };
    const { result } = await call<Executed>("tasks", { method: "POST", body, headers });
    return { started: result.task_id ?? 0 };
  }
  const { result, preview } = await call<Executed>("tasks?preview=true", { method: "POST", body });
  return { preview: { ...result, emails: preview?.emails ?? [] }, key: crypto.randomUUID() };
}

function parseJson(text: FormDataEntryValue | null): unknown {
  try {
    return JSON.parse(String(text)) as unknown;
  } catch {
    throw data(null, { status: 400 });
  }
}
