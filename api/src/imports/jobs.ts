import { sql } from "kysely";
import { withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { createJob, type Job, queueJob } from "../platform/jobs/job-queue.ts";
import type { Actor } from "../platform/audit/actor.ts";
import { getAuthorAsCaller } from "../staff/author.ts";
import { publishStaffEvent } from "../staff/events/staff-event.ts";
import { type ImportStatus, UNDO_DAYS } from "./admin-schema.ts";
import { applyImport } from "./apply-import.ts";
import type { ImportProblem } from "./cell-values.ts";
import { CanceledStep, checkImport } from "./check-import.ts";
import { getRequiredPermissions } from "./fields.ts";
import { importQueue } from "./queue.ts";
import { InvalidImportFileError } from "./invalid-import-file.ts";
import { deleteChanges, deleteExpiredFiles, findImport, type ImportRow, revertStep } from "./sql.ts";
import { undoImport } from "./undo-import.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** After this another worker looks whether the one that executes a step is still alive. */
const EXPIRES_SECONDS = 90;
const RETRY_MS = 60_000;
/** Rows that are deleted at once: the values of a change may be long texts. */
const BATCH_SIZE = 1000;

/** The status before a step, which it has again if the step fails. */
const statusBefore: Partial<Record<ImportStatus, ImportStatus>> = {
  checking: "uploaded",
  applying: "checked",
  undoing: "applied",
};

/** The jobs that execute the steps of imports, and delete their files after 30 days. */
export const jobs: readonly Job[] = [
  {
    ...createJob(importQueue, async (app, { importId }) => runImport(app, importId)),
    expiresSeconds: EXPIRES_SECONDS,
  },
  {
    name: "imports.delete_expired_files",
    schedule: "47 3 * * *",
    work: async ({ db, clock }) => {
      const before = new Date(clock.now().getTime() - UNDO_DAYS * DAY_MS);
      while ((await deleteExpiredFiles(db, before, BATCH_SIZE)) > 0);
    },
  },
];

/** Whether this process executes a step. One at a time: each has several connections of the pool, and a large file. */
let isRunning = false;

/**
 * Executes the step that an import waits for, unless another worker executes it, or this one another step: then it looks
 * again in a minute.
 */
export async function runImport(app: AppContext, importId: number): Promise<void> {
  if (isRunning) return queueLater(app, importId);
  isRunning = true;
  try {
    await runLocked(app, importId);
  } finally {
    isRunning = false;
  }
}

async function queueLater({ db, clock }: AppContext, importId: number): Promise<void> {
  await queueJob(db, importQueue, { importId }, { after: new Date(clock.now().getTime() + RETRY_MS) });
}

async function runLocked(app: AppContext, importId: number): Promise<void> {
  await withTransaction(app.db, async (tx) => {
    // Held by a connection that does nothing else, until the step has ended.
    const { rows } = await sql<{ is_locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`import ${importId}`}, 0)) as is_locked`.execute(tx);
    if (rows[0]?.is_locked) return runStep(app, importId);
    await queueLater(app, importId);
  });
}

async function runStep(app: AppContext, importId: number): Promise<void> {
  const row = await findImport(app.db, importId);
  const previous = row && statusBefore[row.status];
  if (!row || !previous) return;
  try {
    await executeStep(app, row);
  } catch (error) {
    const failure = getFailure(error);
    if (failure.code === "internal") app.log.error("an import failed", error, { import: importId });
    const isReverted = await revertStep(app.db, importId, { from: row.status, to: previous, failure });
    if (isReverted && row.status === "checking") await deleteChanges(app.db, importId);
  }
  await publishStaffEvent(app.db, { kind: "import", id: String(importId), actor_id: row.created_by });
}

async function executeStep(app: AppContext, row: ImportRow): Promise<void> {
  if (row.status === "checking") return checkImport(app, row);
  const actor = await requireAuthor(app, row);
  return row.status === "applying" ? applyImport(app, row, actor) : undoImport(app, row, actor);
}

/** Whoever has started a step needs the permissions still. */
async function requireAuthor(
  { db }: AppContext,
  { status, applied_by, undone_by, columns }: ImportRow,
): Promise<Actor> {
  const caller = await getAuthorAsCaller(db, (status === "applying" ? applied_by : undone_by) ?? 0);
  const needed = getRequiredPermissions(columns ?? []);
  if (!caller || !needed.every((permission) => caller.permissions.has(permission)))
    throw new InvalidImportFileError("forbidden");
  return caller.actor;
}

function getFailure(error: unknown): ImportProblem {
  if (error instanceof InvalidImportFileError) return error.problem;
  return { code: error instanceof CanceledStep ? "canceled" : "internal", params: {} };
}
