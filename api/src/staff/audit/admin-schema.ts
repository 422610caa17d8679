import { z } from "zod";

/** The longest period in which the audit log is searched for a text, in days. */
export const MAX_SEARCHED_DAYS = 92;

/** The refusals of the list and of undo. */
export const refusals = {
  audit_period_required: 422,
  undo_not_possible: 409,
  undo_used: 409,
  undo_conflict: 409,
  undo_expired: 410,
} as const;

/** A changed field. A personal value is an object with its masked label and a hash that is equal for equal values. */
const fieldChange = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() });

/** What an action would add besides the changes of the record. */
export const previewEffects = z
  .object({
    entries: z.array(
      z.object({
        action: z.string(),
        subject_kind: z.string(),
        subject_id: z.string(),
        changes: z.array(fieldChange),
      }),
    ),
    /** Emails that would be sent; the recipient is masked. */
    emails: z.array(z.object({ template: z.string(), locale: z.string(), recipient: z.string() })),
    refunds: z.array(z.object({ amount_minor: z.int(), currency: z.string(), reason: z.string() })),
    loyalty_entries: z.array(z.object({ delta: z.int(), kind: z.string() })),
    gift_card_entries: z.array(z.object({ delta_minor: z.int() })),
    /** Whether a second person has to approve it: then it is stored as a request. */
    requires_approval: z.boolean(),
  })
  .meta({ id: "PreviewEffects" });
export type PreviewEffects = z.infer<typeof previewEffects>;

// Created once for all actions, because a schema takes a kilobyte.
const executionFields = {
  /** Null if nothing was changed, and in a preview. */
  audit_entry_id: z.int().nullable(),
  /** Until when the action can be undone; null if it cannot. */
  undo_until: z.iso.datetime().nullable(),
  /** The effects of a preview, which was rolled back; null if the action was executed. */
  preview: previewEffects.nullable(),
};

/** Returns the schema of an executed action. */
export function executedAction<R extends z.ZodType>(result: R) {
  return z.object({ result, ...executionFields });
}

export const actorKinds = ["staff", "token", "command", "job"] as const;

export const auditQuery = z.object({
  /** The kind of an actor, or one actor: `job`, `staff:7`. */
  actor: z
    .string()
    .regex(/^(staff|token|command|job)(:[1-9]\d{0,9})?$/)
    .optional(),
  /** The name of an action: `order.packing_started`. */
  action: z
    .string()
    .regex(/^[a-z_]+\.[a-z_]+$/)
    .optional(),
  /** The kind of a record, or one record: `order`, `order:483920175`. */
  subject: z
    .string()
    .regex(/^[a-z_]+(:.{1,200})?$/)
    .optional(),
  /** The id of a request: the entries that it wrote. */
  request: z.string().min(1).max(200).optional(),
  /** The period in ISO 8601: its first moment, and the first moment after it. */
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /**
   * Part of the reason, of the name of the actor, of the id of the record or of a value. It is searched in one record,
   * in one request, or in a period of at most 92 days.
   */
  q: z.string().trim().min(1).max(120).optional(),
  /** The cursor `next` of the previous page. */
  after: z
    .string()
    .regex(/^\d{1,16}-\d{1,16}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type AuditQuery = z.infer<typeof auditQuery>;

/** The columns of the exported list, by the names of those of the page. */
export const auditExportColumns = ["time", "actor", "action", "subject", "changed"] as const;
export type AuditExportColumn = (typeof auditExportColumns)[number];

export const auditEntry = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    actor: z.object({
      kind: z.enum(actorKinds),
      id: z.int().nullable(),
      /** The email of staff, the name of a token, the user of a command, the name of a job. */
      label: z.string(),
      /** The name of a member of staff; null for others. */
      name: z.string().nullable(),
    }),
    session_id: z.string().nullable(),
    ip: z.string().nullable(),
    action: z.string(),
    subject: z.object({ kind: z.string(), id: z.string() }),
    changes: z.array(fieldChange),
    reason: z.string(),
    request_id: z.string().nullable(),
    task_id: z.int().nullable(),
    approval_id: z.int().nullable(),
    /** The id of the entry that this one undid. */
    undo_of: z.int().nullable(),
    /** Until when it can be undone; null if it cannot, or was. */
    undo_until: z.iso.datetime().nullable(),
    undone_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditPage = z
  .object({
    items: z.array(auditEntry),
    /** The cursor of the next page; null on the last one. */
    next: z.string().nullable(),
  })
  .meta({ id: "AuditPage" });
export type AuditPage = z.infer<typeof auditPage>;

/** The state of the hash chain over the audit log. */
export const auditChain = z
  .object({
    last_sealed_entry_id: z.int().nullable(),
    sealed_at: z.iso.datetime().nullable(),
    /** At most 10,000 are counted. */
    entries_without_seal: z.int(),
    /** The last verification; null before the first one. */
    verification: z
      .object({
        verified_at: z.iso.datetime(),
        seals: z.int(),
        problems: z.array(z.object({ seal_id: z.int(), problem: z.string() })),
      })
      .nullable(),
  })
  .meta({ id: "AuditChain" });
export type AuditChain = z.infer<typeof auditChain>;
