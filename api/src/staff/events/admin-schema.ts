/** The refusals of the stream of events. */
export const refusals = { too_many_streams: 429 } as const;

/** What happened, for the open pages of the back office. It names records and never has their content. */
export type StaffEvent = Readonly<{
  /**
   * The kind of a changed record, as in the audit log. `sync`: events may have been missed; `notification` and
   * `session`: the notifications or the sessions of the member of staff `id`; `presence`: who has the record `id`, such
   * as `order:17`, open.
   */
  kind: string;
  /** Null: many records of the kind. */
  id: string | null;
  /** The member of staff who made the change; null: nobody of the staff. */
  actor_id: number | null;
}>;
