import { z } from "zod";

/** The refusals of tasks. */
export const refusals = {
  selection_changed: 409,
  task_not_found: 404,
  task_ended: 409,
  task_not_ended: 409,
  nothing_to_continue: 409,
  nothing_to_undo: 409,
  own_tasks_only: 403,
  selection_too_large: 422,
  run_at_invalid: 422,
  task_started: 409,
  task_result_expired: 410,
} as const;

/** A task has at most this many records. */
export const MAX_ITEMS = 100_000;
/** A task is planned at most this many days ahead. */
export const MAX_PLANNED_DAYS = 366;
/** At most this many records are selected one by one. */
const MAX_IDS = 1000;
/** How many records a preview executes. */
export const SAMPLE_SIZE = 20;
/** How long a task can be undone and its result read after its end. */
export const RESULT_DAYS = 30;

export const taskStatuses = ["queued", "running", "succeeded", "failed", "canceled", "undone"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** Parameters of a list as its query has them, without the part that a page shows. An unknown one is refused. */
const filter = z.record(z.string(), z.string());

export const selectionRequest = z
  .strictObject({ resource: z.string().min(1).max(40), filter })
  .meta({ id: "SelectionRequest" });

/** Identifies a set of records: any other set has another count or, but for 1 in 2^64, another fingerprint. */
const fingerprint = z.string().regex(/^-?\d{1,19}$/);

/** The records that match a filter. */
export const recordSelection = z.object({ count: z.int(), fingerprint }).meta({ id: "RecordSelection" });
export type RecordSelection = z.infer<typeof recordSelection>;

export const startTaskRequest = z
  .strictObject({
    kind: z.string().min(1).max(60),
    /** The records that match a filter, as `POST /selections` has counted them, or records by their ids. */
    selection: z.union([
      z.strictObject({
        resource: z.string().min(1).max(40),
        filter,
        count: z.int().positive(),
        fingerprint,
      }),
      z.strictObject({
        ids: z
          .array(z.string().regex(/^[\w:-]{1,60}$/))
          .min(1)
          .max(MAX_IDS),
        /** Of a list whose records have versions: those that the person has seen. */
        fingerprint: fingerprint.optional(),
      }),
    ]),
    /** When it begins, within a year; at once by default. Only of kinds that can be planned. */
    run_at: z.iso.datetime().optional(),
    /** The input of the kind. */
    input: z.record(z.string(), z.unknown()).default({}),
  })
  .meta({ id: "StartTaskRequest" });
export type StartTaskRequest = z.infer<typeof startTaskRequest>;

/** What happened with a record, or in a preview would happen. `unchanged`: there was nothing to do. */
const itemResult = z.object({
  subject_id: z.string(),
  /** What people call it, such as the reference of a product; null if its id is its name. */
  label: z.string().nullable(),
  status: z.enum(["done", "unchanged", "failed"]),
  /** Why the action was refused; null unless it failed. */
  error: z.string().nullable(),
});
export type ItemResult = z.infer<typeof itemResult>;

export const startedTask = z
  .object({
    /** Null in a preview. */
    task_id: z.int().nullable(),
    /** The number of records. */
    total: z.int(),
    /** What a preview has done, and rolled back, with the first records; empty for a task that was started. */
    sample: z.array(itemResult),
    /** In a preview of a kind that can tell: what the task would do with all records. */
    forecast: z
      .object({
        done: z.int(),
        unchanged: z.int(),
        refused: z.array(z.object({ error: z.string(), count: z.int() })),
      })
      .nullable(),
  })
  .meta({ id: "StartedTask" });
export type StartedTask = z.infer<typeof startedTask>;

/** Records of a task that failed for the same reason. */
const taskFailure = z.object({
  error: z.string(),
  count: z.int(),
  /** The first of them, and what people call these. */
  subject_ids: z.array(z.string()),
  labels: z.array(z.string().nullable()),
});

export const task = z
  .object({
    id: z.int(),
    kind: z.string(),
    /** The kind of its records, as in the audit log. */
    subject_kind: z.string(),
    input: z.record(z.string(), z.unknown()),
    status: z.enum(taskStatuses),
    /** The task that this one undoes. */
    undo_of: z.int().nullable(),
    total: z.int(),
    done: z.int(),
    unchanged: z.int(),
    failed: z.int(),
    author: z.object({ id: z.int(), name: z.string() }),
    created_at: z.iso.datetime(),
    /** When it begins or was to begin, if it was planned. */
    run_at: z.iso.datetime().nullable(),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    is_cancel_requested: z.boolean(),
    /** The most frequent reasons why records failed. */
    failures: z.array(taskFailure),
    /** Whether the person can stop it, execute what failed or was left out, and read its result. */
    can_cancel: z.boolean(),
    /** Whether it is planned and the person can change its time. */
    can_reschedule: z.boolean(),
    can_continue: z.boolean(),
    has_result: z.boolean(),
    /** Until when the person can undo it; null if they cannot. */
    undo_until: z.iso.datetime().nullable(),
  })
  .meta({ id: "AdminTask" });
export type Task = z.infer<typeof task>;

export const taskListQuery = z.object({
  /** `running` has those that wait for the worker, `planned` those whose time has not come, the soonest first. */
  view: z.enum(["all", "running", "planned", "ended"]).default("all"),
  /** What they do, such as `prices.adjust`. */
  kind: z
    .string()
    .regex(/^[a-z_.]{1,60}$/, "invalid")
    .optional(),
  /** The cursor `next` of the page before. */
  after: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export type TaskListQuery = z.infer<typeof taskListQuery>;

export const taskPage = z
  .object({
    /** Newest first. */
    items: z.array(task),
    /** The cursor of the next page; null on the last one. */
    next: z.int().nullable(),
  })
  .meta({ id: "AdminTaskPage" });
export type TaskPage = z.infer<typeof taskPage>;

export const rescheduleTaskRequest = z.strictObject({ run_at: z.iso.datetime() }).meta({ id: "RescheduleTaskRequest" });

/** The task that an endpoint has changed, or started to undo another one. */
export const changedTask = z.object({ task_id: z.int(), status: z.enum(taskStatuses) }).meta({ id: "ChangedTask" });
export type ChangedTask = z.infer<typeof changedTask>;
