import type { RecordSelection, StartedTask } from "@furoshiki/api/admin/tasks";
import type { PreviewEffects } from "@furoshiki/api/admin/staff/audit";

/** Records of a list, as they were counted. */
export type ListSelection = Omit<RecordSelection, "fingerprint"> & {
  /** Null for chosen records whose ids alone identify them. */
  fingerprint: string | null;
  resource: TaskResource;
  /** The parameters of the list. */
  filter: string;
  /** If only some of its records are selected. */
  ids?: readonly string[];
};

/** The lists whose records can be selected. */
export const taskResources = ["orders", "reviews", "prices", "products"] as const;
type TaskResource = (typeof taskResources)[number];

/** What a task is started with. */
export type TaskRequest = {
  kind: string;
  selection: ListSelection;
  input: Readonly<Record<string, unknown>>;
  /** When it begins, in ISO 8601; at once by default. */
  runAt?: string | undefined;
  /** The planned task that is canceled when this one is planned. */
  replaces?: number | undefined;
};

/** What the route that starts tasks responds with. */
export type SelectResult = { selection: ListSelection } | { message: string };
export type StartResult =
  | {
      /** What the task would do with its first records. */
      preview: Pick<StartedTask, "total" | "sample" | "forecast"> & Pick<PreviewEffects, "emails">;
      /** With the same key a task is started only once. */
      key: string;
    }
  | { started: number }
  | { message: string };

/** Returns the form that requests the preview of a task, or with a key starts it. */
export function createTaskForm({ kind, selection, input, runAt, replaces }: TaskRequest, key: string | null): FormData {
  const form = new FormData();
  form.set("intent", key === null ? "preview" : "start");
  form.set("task", JSON.stringify({ kind, input, run_at: runAt }));
  form.set("resource", selection.resource);
  form.set("filter", selection.filter);
  form.set("count", String(selection.count));
  if (selection.fingerprint !== null) form.set("fingerprint", selection.fingerprint);
  if (selection.ids) form.set("ids", JSON.stringify(selection.ids));
  if (replaces !== undefined) form.set("replaces", String(replaces));
  if (key !== null) form.set("key", key);
  return form;
}
