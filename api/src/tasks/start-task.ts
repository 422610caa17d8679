import { recordAuditEntry } from "../platform/audit/audit-log.ts";
import type { Tx } from "../platform/db/database.ts";
import { disableStatementTimeout } from "../platform/db/statement-timeout.ts";
import { type AppContext, getFieldErrors } from "../platform/http/endpoint.ts";
import { commonRefusals, Refusal, refuse } from "../platform/http/errors.ts";
import { queueJob } from "../platform/jobs/job-queue.ts";
import { requirePermission } from "../staff/admin-action.ts";
import type { PreviewEffects } from "../staff/audit/admin-schema.ts";
import {
  type ActionCaller,
  executeAdminAction,
  type ExecutedAction,
  runAsCaller,
} from "../staff/execute-admin-action.ts";
import {
  type ItemResult,
  MAX_PLANNED_DAYS,
  MAX_ITEMS,
  refusals,
  SAMPLE_SIZE,
  type StartedTask,
  type StartTaskRequest,
} from "./admin-schema.ts";
import { taskQueue } from "./run-queue.ts";
import { checkSelection, parseSelection } from "./select-records.ts";
import { insertItems, insertTask, listFirstRecords, measureSelection } from "./sql.ts";
import type { AnyTaskKind, TaskRecord } from "./task-kind.ts";
import { formatRefusal } from "./task-list.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

type PreparedTask = Readonly<{
  kind: AnyTaskKind;
  input: Record<string, unknown>;
  /** The member of staff, whom `me` in a filter means. */
  staffId: number;
  records: ReturnType<AnyTaskKind["list"]["select"]>;
}>;

/**
 * Starts a task, or previews it. The records are selected when it starts, in one statement; if they are not those that
 * the person has confirmed, nothing is changed.
 * @throws Refusal `selection_changed` with both counts, `selection_too_large`, `validation_failed`, `forbidden`
 */
export async function startTask(
  app: AppContext,
  kinds: readonly AnyTaskKind[],
  caller: ActionCaller,
  request: StartTaskRequest,
): Promise<ExecutedAction<StartedTask>> {
  const prepared = prepareTask(app, kinds, caller, request);
  if (caller.isPreview) return previewTask(app, prepared, caller, request);
  return runAsCaller(app, caller, { scope: "task", body: request }, async (tx) => {
    const taskId = await insertSelectedTask(app, tx, prepared, request);
    const { selection, run_at: runAt } = request;
    const audit_entry_id = await recordAuditEntry(app, tx, {
      ...{ actor: caller.actor, action: "task.started", subject: { kind: "task", id: taskId } },
      changes: [
        { field: "kind", from: null, to: prepared.kind.name },
        { field: "input", from: null, to: prepared.input },
        ...listSelectionChanges(selection),
        ...(runAt === undefined ? [] : [{ field: "run_at", from: null, to: runAt }]),
      ],
      requestId: caller.requestId,
    });
    await queueJob(tx, taskQueue, { taskId }, runAt === undefined ? {} : { after: new Date(runAt) });
    const result = { task_id: taskId, total: getExpectedCount(selection), sample: [], forecast: null };
    return { result, audit_entry_id, undo_until: null, preview: null, payout: null };
  });
}

/** @throws Refusal `validation_failed` for an unknown kind, its input or the filter; `forbidden` */
function prepareTask(
  app: AppContext,
  kinds: readonly AnyTaskKind[],
  { actor, permissions }: ActionCaller,
  request: StartTaskRequest,
): PreparedTask {
  const kind = kinds.find(({ name }) => name === request.kind);
  if (!kind) throw refuse(commonRefusals, "validation_failed", { fields: { kind: ["invalid"] } });
  requirePermission({ permissions }, kind.permission);
  const input = kind.input.safeParse(request.input);
  if (!input.success) throw refuse(commonRefusals, "validation_failed", { fields: getFieldErrors(input.error) });
  const now = app.clock.now();
  const start = parseRunAt(kind, request.run_at, now) ?? undefined;
  kind.check?.(input.data, { start: start ?? now, permissions });
  const selection = parseSelection(kind.list, request.selection, permissions);
  if (getExpectedCount(request.selection) > MAX_ITEMS)
    throw refuse(refusals, "selection_too_large", { params: { max: MAX_ITEMS } });
  const staffId = Number(actor.id);
  return { kind, input: input.data, staffId, records: kind.list.select(selection, { staffId, now, start }) };
}

/**
 * Returns when a task begins; null for at once.
 * @throws Refusal `run_at_invalid` for a time in the past or too far ahead, or if the kind cannot be planned
 */
export function parseRunAt(kind: AnyTaskKind, runAt: string | undefined, now: Date): Date | null {
  if (runAt === undefined) return null;
  const days = (new Date(runAt).getTime() - now.getTime()) / DAY_MS;
  if (!kind.canBePlanned || days <= 0 || days > MAX_PLANNED_DAYS) throw refuse(refusals, "run_at_invalid");
  return new Date(runAt);
}

function getExpectedCount(selection: StartTaskRequest["selection"]): number {
  return "ids" in selection ? new Set(selection.ids).size : selection.count;
}

async function insertSelectedTask(
  app: AppContext,
  tx: Tx,
  { kind, input, staffId, records }: PreparedTask,
  { selection, run_at: runAt }: StartTaskRequest,
): Promise<number> {
  await disableStatementTimeout(tx);
  const total = getExpectedCount(selection);
  const taskId = await insertTask(tx, {
    ...{ kind: kind.name, input, total, created_by: staffId, created_at: app.clock.now() },
    ...(runAt === undefined ? {} : { run_at: new Date(runAt) }),
  });
  checkSelection(selection, await insertItems(tx, taskId, records));
  return taskId;
}

/** How the records were selected, for the audit log. A searched text may be a name. */
function listSelectionChanges(selection: StartTaskRequest["selection"]) {
  const records = { field: "records", from: null, to: getExpectedCount(selection) };
  if ("ids" in selection) return [records];
  const { q, ...filter } = selection.filter;
  return [
    records,
    { field: "list", from: null, to: filter },
    ...(q === undefined ? [] : [{ field: "q", from: null, to: q, personal: "text" as const }]),
  ];
}

/** Executes the action for the first records, each in a transaction that is rolled back. */
async function previewTask(
  app: AppContext,
  { kind, input, records }: PreparedTask,
  caller: ActionCaller,
  { selection }: StartTaskRequest,
): Promise<ExecutedAction<StartedTask>> {
  checkSelection(selection, await measureSelection(app.db, records));
  const preview: PreviewEffects = {
    ...{ entries: [], emails: [], refunds: [], loyalty_entries: [], gift_card_entries: [], requires_approval: false },
  };
  const sample: ItemResult[] = [];
  for (const record of await listFirstRecords(app.db, records, SAMPLE_SIZE)) {
    const { effects, ...item } = await previewRecord(app, kind, input, caller, record);
    sample.push(item);
    if (effects) addEffects(preview, effects);
  }
  const forecast = (await kind.forecast?.(app.db, records, input)) ?? null;
  const result = {
    ...{ task_id: null, total: getExpectedCount(selection), sample },
    forecast: forecast && {
      ...forecast,
      refused: forecast.refused.map(({ count, ...refusal }) => ({
        error: formatRefusal(caller.locale, refusal),
        count,
      })),
    },
  };
  return { result, audit_entry_id: null, undo_until: null, preview };
}

async function previewRecord(
  app: AppContext,
  kind: AnyTaskKind,
  taskInput: Record<string, unknown>,
  caller: ActionCaller,
  record: TaskRecord,
): Promise<ItemResult & { effects: PreviewEffects | null }> {
  const item = { subject_id: record.id, label: getLabel(record.base), error: null };
  try {
    const { action, params, input } = kind.createCall(record, taskInput);
    const call = { params: action.params.parse(params), input: action.input.parse(input) };
    const { preview: effects } = await executeAdminAction(app, action, { ...caller, ...call });
    return { ...item, status: effects?.entries.length === 0 ? "unchanged" : "done", effects };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = formatRefusal(caller.locale, error);
    return { ...item, status: "failed", error: message, effects: null };
  }
}

function getLabel(base: unknown): string | null {
  const { label = null } = (base ?? {}) as { label?: string | null };
  return label;
}

function addEffects(total: PreviewEffects, effects: PreviewEffects): void {
  total.entries.push(...effects.entries);
  total.emails.push(...effects.emails);
  total.refunds.push(...effects.refunds);
  total.loyalty_entries.push(...effects.loyalty_entries);
  total.gift_card_entries.push(...effects.gift_card_entries);
  total.requires_approval ||= effects.requires_approval;
}
