import type { RawBuilder } from "kysely";
import type { z } from "zod";
import type { Db } from "../platform/db/database.ts";
import type { AnyAdminAction } from "../staff/admin-action.ts";
import type { Permission } from "../staff/permissions.ts";
import type { ItemRefusal } from "./sql.ts";

/** Whose view of a list is selected, and when: `me` in a filter means this person. */
export type SelectionReader = Readonly<{
  staffId: number;
  now: Date;
  /** When the task begins, if it is planned: its records are expected as those planned before will have left them. */
  start?: Date | undefined;
}>;

/** Records that match the parameters of a list, or that are named. */
export type Selection<Filter> = Readonly<{ filter: Filter }> | Readonly<{ ids: readonly string[] }>;

/**
 * A list of the back office whose records can be selected for a task. The function is declared as a method, so that a
 * list with any filter is an `AnySelectableList`.
 */
export type SelectableList<Query extends z.ZodObject> = Readonly<{
  /** The path of the list below `/v1/admin`: `orders`. */
  name: string;
  /** What its records are: `order`. */
  subjectKind: string;
  /** The permission for the list. */
  permission: Permission;
  /** The parameters of the list without the part that a page shows. */
  query: Query;
  /**
   * Selects the records as `id` (text) and `base` (jsonb): the values that the actions compare, or null. If `base` has a
   * `version` (text), a record of another version is another record for the fingerprint; a `label` (text) names the record
   * for people. Ids that do not exist are left out.
   */
  select(selection: Selection<z.output<Query>>, reader: SelectionReader): RawBuilder<unknown>;
}>;

export type AnySelectableList = SelectableList<z.ZodObject>;

/** Defines a list whose records can be selected. */
export function defineSelectableList<Query extends z.ZodObject>(list: SelectableList<Query>): SelectableList<Query> {
  return list;
}

/** A record of a task with the values that it had when it was selected. */
export type TaskRecord = Readonly<{ id: string; base: unknown }>;

/** The execution of an action for one record; parameters and input as a request has them. */
export type RecordCall = Readonly<{ action: AnyAdminAction; params: unknown; input: unknown }>;

/** When a task begins, and the permissions of the person who starts it. */
export type TaskCheck = Readonly<{ start: Date; permissions: ReadonlySet<Permission> }>;

/** How many records a task would change, leave and refuse. */
export type TaskForecast = Readonly<{
  done: number;
  unchanged: number;
  refused: readonly (ItemRefusal & { count: number })[];
}>;

/**
 * A kind of task: an action that is executed for many records, defined once by the module of the records and listed in
 * `task-kinds.ts`. `createCall` is declared as a method, so that a kind with any input is an `AnyTaskKind`.
 */
export type TaskKind<Input extends z.ZodObject> = Readonly<{
  /** The list and what is done: `orders.start-packing`. */
  name: string;
  list: AnySelectableList;
  /** The permission to start, see, cancel and undo such tasks: that of its actions. */
  permission: Permission;
  input: Input;
  /** Whether such tasks can be planned for a later time. */
  canBePlanned?: boolean;
  /** Checks the input when a task is started or moved. @throws Refusal if it cannot be executed */
  check?: { check(input: z.output<Input>, context: TaskCheck): void }["check"];
  /** Counts what a task would do with all records of a selection, which selects `id` and `base`, without doing it. */
  forecast?: {
    forecast(db: Db, records: RawBuilder<unknown>, input: z.output<Input>): Promise<TaskForecast>;
  }["forecast"];
  /** Returns what is executed for a record. */
  createCall(record: TaskRecord, input: z.output<Input>): RecordCall;
}>;

export type AnyTaskKind = TaskKind<z.ZodObject>;

/** Defines a kind of task. */
export function defineTaskKind<Input extends z.ZodObject>(kind: TaskKind<Input>): TaskKind<Input> {
  return kind;
}
