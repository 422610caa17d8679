import { toByteStream } from "../platform/http/byte-stream.ts";
import { refuse } from "../platform/http/errors.ts";
import { idParams } from "../platform/http/id-params.ts";
import {
  addActionRoute,
  type AdminApi,
  requireFullSession,
  sessionEndpoint,
  type StaffSession,
} from "../staff/admin-endpoint.ts";
import { noInput, refusals as staffRefusals } from "../staff/admin-schema.ts";
import { refusals as undoRefusals } from "../staff/audit/admin-schema.ts";
import {
  changedTask,
  recordSelection,
  refusals,
  rescheduleTaskRequest,
  selectionRequest,
  startedTask,
  startTaskRequest,
  task,
  taskListQuery,
  taskPage,
} from "./admin-schema.ts";
import type { cancelTask, continueTask, rescheduleTask, undoTask } from "./control-task.ts";
import { countSelection } from "./select-records.ts";
import type { startTask } from "./start-task.ts";
import type { AnyTaskKind } from "./task-kind.ts";
import { getTask, getTaskPage } from "./task-list.ts";
import { generateTaskResult } from "./task-result.ts";

const { task_not_found, task_result_expired } = refusals;
const { forbidden } = staffRefusals;

/** What starting and changing a task takes; given, so that not every file with endpoints loads all of it. */
type TaskControl = Readonly<{
  startTask: typeof startTask;
  cancelTask: typeof cancelTask;
  continueTask: typeof continueTask;
  rescheduleTask: typeof rescheduleTask;
  undoTask: typeof undoTask;
}>;

/** Returns a function that adds the endpoints of tasks. @param kinds the kinds of every module */
export const taskRoutes = (kinds: readonly AnyTaskKind[], control: TaskControl) => (api: AdminApi) => {
  addQueries(api, kinds);
  addActionRoute(api, {
    ...{ method: "post", path: "/tasks", body: startTaskRequest, response: startedTask },
    summary: "Start a task: an action for many records, which the worker executes in the background",
    params: noInput,
    refusals: {
      selection_changed: refusals.selection_changed,
      selection_too_large: refusals.selection_too_large,
      run_at_invalid: refusals.run_at_invalid,
    },
    middleware: requireFullSession,
    execute: (caller, { body }, { app }) => control.startTask(app, kinds, caller, body),
  });
  const change = { method: "post", params: idParams, body: noInput, response: changedTask } as const;
  addActionRoute(api, {
    ...{ ...change, path: "/tasks/{id}/cancel" },
    summary: "Stop a task after the records that are being changed; what was done stays done",
    refusals: { task_not_found, task_ended: refusals.task_ended },
    middleware: requireFullSession,
    execute: (caller, { params }, { app }) => control.cancelTask(app, kinds, caller, params.id),
  });
  const { task_started, task_ended, run_at_invalid } = refusals;
  addActionRoute(api, {
    ...{ ...change, path: "/tasks/{id}/reschedule", body: rescheduleTaskRequest },
    summary: "Change when a planned task begins",
    refusals: { task_not_found, task_ended, task_started, run_at_invalid },
    middleware: requireFullSession,
    execute: (caller, { params: { id }, body }, { app }) =>
      control.rescheduleTask(app, kinds, caller, { id, runAt: body.run_at }),
  });
  const { own_tasks_only, task_not_ended, nothing_to_continue, nothing_to_undo } = refusals;
  addActionRoute(api, {
    ...{ ...change, path: "/tasks/{id}/retry" },
    summary: "Continue an ended task of one's own with the records that failed or were left out",
    refusals: { task_not_found, own_tasks_only, task_not_ended, nothing_to_continue },
    middleware: requireFullSession,
    execute: (caller, { params }, { app }) => control.continueTask(app, kinds, caller, params.id),
  });
  addActionRoute(api, {
    ...{ ...change, path: "/tasks/{id}/undo" },
    summary: "Start a task that undoes what another one has done, for 30 days and where nothing has changed since",
    refusals: { task_not_found, task_not_ended, nothing_to_undo, undo_expired: undoRefusals.undo_expired },
    middleware: requireFullSession,
    execute: (caller, { params }, { app }) => control.undoTask(app, kinds, caller, params.id),
  });
};

const getViewer = ({ session, now }: { session: StaffSession; now: Date }) => ({
  ...{ staffId: session.staff.id, permissions: session.permissions, locale: session.staff.locale, now },
});

function addQueries(api: AdminApi, kinds: readonly AnyTaskKind[]): void {
  const lists = [...new Set(kinds.map(({ list }) => list))];
  sessionEndpoint(api, {
    ...{ method: "post", path: "/selections", session: "full", body: selectionRequest, response: recordSelection },
    summary: "Count the records of a list that match a filter, before a task is started for them",
    refusals: { forbidden },
    handler: async ({ db, session, body, now }) => ({
      data: await countSelection(db, lists, body, {
        ...{ staffId: session.staff.id, permissions: session.permissions, now },
      }),
    }),
  });
  sessionEndpoint(api, {
    ...{ method: "get", path: "/tasks", session: "full", query: taskListQuery, response: taskPage },
    summary: "List one's own tasks and those that one could have started, newest first",
    handler: async ({ db, query, ...request }) => ({ data: await getTaskPage(db, kinds, query, getViewer(request)) }),
  });
  sessionEndpoint(api, {
    ...{ method: "get", path: "/tasks/{id}", session: "full", params: idParams, response: task },
    summary: "Get a task with its progress",
    refusals: { task_not_found },
    handler: async ({ db, params, ...request }) => ({
      data: await getTask(db, kinds, params.id, getViewer(request)),
    }),
  });
  sessionEndpoint(api, {
    ...{ method: "get", path: "/tasks/{id}/result", session: "full", params: idParams },
    summary: "Download what happened with each record of a task as a CSV file (text/csv)",
    refusals: { task_not_found, task_result_expired },
    handler: async ({ db, params: { id }, locale, ...request }) => {
      const { has_result } = await getTask(db, kinds, id, getViewer(request));
      if (!has_result) throw refuse(refusals, "task_result_expired");
      return new Response(toByteStream(generateTaskResult(db, id, locale)), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="task-${id}.csv"`,
        },
      });
    },
  });
}
