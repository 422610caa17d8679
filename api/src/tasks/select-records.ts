import type { Db } from "../platform/db/database.ts";
import { getFieldErrors } from "../platform/http/endpoint.ts";
import { commonRefusals, refuse } from "../platform/http/errors.ts";
import { requirePermission } from "../staff/admin-action.ts";
import type { Permission } from "../staff/permissions.ts";
import { type RecordSelection, refusals, type StartTaskRequest } from "./admin-schema.ts";
import { measureSelection } from "./sql.ts";
import type { AnySelectableList, Selection, SelectionReader } from "./task-kind.ts";

type Filter = Record<string, unknown>;

/**
 * Counts the records that match a filter and returns the fingerprint of their ids.
 * @throws Refusal `validation_failed` for an unknown list or parameter, `forbidden`
 */
export async function countSelection(
  db: Db,
  lists: readonly AnySelectableList[],
  { resource, filter }: { resource: string; filter: Record<string, string> },
  reader: PermittedReader,
): Promise<RecordSelection> {
  const list = lists.find(({ name }) => name === resource);
  if (!list) throw refuse(commonRefusals, "validation_failed", { fields: { resource: ["invalid"] } });
  return measureRecords(db, list, { filter }, reader);
}

type PermittedReader = SelectionReader & { permissions: ReadonlySet<Permission> };

/**
 * Counts the records of a list that match a filter, or that are named, and returns their fingerprint.
 * @throws Refusal `validation_failed` for an unknown parameter, `forbidden`
 */
export async function measureRecords(
  db: Db,
  list: AnySelectableList,
  selection: Selection<Record<string, string>>,
  { permissions, ...reader }: PermittedReader,
): Promise<RecordSelection> {
  requirePermission({ permissions }, list.permission);
  const parsed = "ids" in selection ? selection : { filter: parseFilter(list, selection.filter) };
  return measureSelection(db, list.select(parsed, reader));
}

/**
 * Validates the selection of a task.
 * @throws Refusal `validation_failed`, also for a filter of another list; `forbidden`
 */
export function parseSelection(
  list: AnySelectableList,
  selection: StartTaskRequest["selection"],
  permissions: ReadonlySet<Permission>,
): Selection<Filter> {
  if ("ids" in selection) return { ids: [...new Set(selection.ids)] };
  if (selection.resource !== list.name)
    throw refuse(commonRefusals, "validation_failed", { fields: { "selection.resource": ["invalid"] } });
  requirePermission({ permissions }, list.permission);
  return { filter: parseFilter(list, selection.filter) };
}

/**
 * Validates a filter. An unknown parameter is refused: without it, more records would be selected than the person has
 * seen.
 * @throws Refusal `validation_failed`
 */
export function parseFilter(list: AnySelectableList, filter: Record<string, string>): Filter {
  const parsed = list.query.strict().safeParse(filter);
  if (!parsed.success) throw refuse(commonRefusals, "validation_failed", { fields: getFieldErrors(parsed.error) });
  return parsed.data;
}

/**
 * Compares the records that are selected now with those that the person has confirmed.
 * @throws Refusal `selection_changed` with both counts
 */
export function checkSelection(expected: StartTaskRequest["selection"], current: RecordSelection): void {
  const isSame =
    "ids" in expected
      ? new Set(expected.ids).size === current.count &&
        (expected.fingerprint === undefined || expected.fingerprint === current.fingerprint)
      : expected.count === current.count && expected.fingerprint === current.fingerprint;
  if (isSame) return;
  const expectedCount = "ids" in expected ? new Set(expected.ids).size : expected.count;
  throw refuse(refusals, "selection_changed", {
    params: { expected: expectedCount, current: current.count },
    data: { expected_count: expectedCount, current_count: current.count },
  });
}
