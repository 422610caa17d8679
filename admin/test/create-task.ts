import type { Task } from "@furoshiki/api/admin/tasks";

/** Returns a task of 12 orders that waits, with changed fields. */
export function createTask(fields: Partial<Task> = {}): Task {
  return {
    ...{ id: 1, kind: "orders.start-packing", subject_kind: "order", input: {}, status: "queued", undo_of: null },
    ...{ total: 12, done: 0, unchanged: 0, failed: 0, author: { id: 1, name: "Irina M." } },
    ...{
      created_at: "2026-11-20T08:00:00.000Z",
      run_at: null,
      can_reschedule: false,
      started_at: null,
      finished_at: null,
      is_cancel_requested: false,
    },
    ...{ failures: [], can_cancel: false, can_continue: false, has_result: false, undo_until: null },
    ...fields,
  };
}
