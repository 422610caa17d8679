import type { Actor } from "../../platform/audit/actor.ts";
import { compareFields } from "../../platform/changes/compare-fields.ts";
import type { Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { queueEmail, withdrawEmail } from "../../platform/mail/email-queue.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { notificationKinds } from "../../staff/notifications/admin-schema.ts";
import { listStaffWithPermission, notifyStaff } from "../../staff/notifications/notify-staff.ts";
import { orderParams } from "../admin-schema.ts";
import { answerMessages, reopenAnsweredMessages } from "../messages/sql.ts";
import {
  assignOrderRequest,
  editNoteRequest,
  noteParams,
  refusals,
  releaseOrderRequest,
  revealContactsRequest,
  writeNoteRequest,
} from "./admin-schema.ts";
import { refusals as orderRefusals } from "../schema.ts";
import { getOrderContact } from "../sql.ts";
import { checkAssignee, getStaffId } from "./assignee.ts";
import { deleteAssignment, findAssignment, upsertAssignment } from "./assignment-sql.ts";
import {
  deleteNote,
  getNoteEmailKey,
  insertNote,
  isNoteSent,
  lockNote,
  NOTE_DELAY_MS,
  type OrderNoteRow,
  updateNoteText,
} from "./note-sql.ts";
import { getContacts } from "./order-contacts.ts";
import { lockOrderAndGetStatus } from "../status/transition-order.ts";

const ASSIGNMENT_MS = 15 * 60_000;

const noStepUp = () => false;

/**
 * Writes a note. A note for the customer is emailed after 30 seconds, unless the account is deleted, and answers the
 * messages of the customer that wait.
 */
export const writeNote = adminAction({
  name: "order.note_written",
  permission: "orders:edit",
  params: orderParams,
  input: writeNoteRequest,
  subject: ({ id }) => ({ kind: "order", id }),
  stepUp: noStepUp,
  run: async (tx, { id }, { text, is_visible_to_customer, mentions }, { now, actor }) => {
    await lockOrderAndGetStatus(tx, id);
    await notifyMentioned(tx, { orderId: id, mentions, actor, now });
    const author = { author_id: getStaffId(actor), author_label: actor.label };
    const noteId = await insertNote(tx, {
      ...{ order_id: id, text, is_visible_to_customer, mentions, created_at: now },
      ...author,
    });
    if (is_visible_to_customer) await answerMessages(tx, id, { answerId: noteId, now });
    const contact = is_visible_to_customer ? await getOrderContact(tx, id) : null;
    if (contact)
      await queueEmail(
        tx,
        {
          recipient: contact.email,
          locale: contact.locale,
          template: "order_note",
          params: { noteId },
          dedupKey: getNoteEmailKey(noteId),
        },
        { after: new Date(now.getTime() + NOTE_DELAY_MS) },
      );
    return {
      result: { note_id: noteId },
      changes: [{ field: getNoteField(noteId), from: null, to: text, personal: "text" }],
    };
  },
  inverse: ({ params: { id }, result }) => ({
    action: "order.note_deleted",
    params: { id, note_id: result.note_id },
    input: {},
  }),
});

/** Replaces the text of a note that was not sent to the customer. */
export const editNote = adminAction({
  name: "order.note_edited",
  permission: "orders:edit",
  params: noteParams,
  input: editNoteRequest,
  subject: ({ id }) => ({ kind: "order", id }),
  stepUp: noStepUp,
  run: async (tx, { id, note_id }, { changes: edits }) => {
    const note = await lockUnsentNote(tx, id, note_id);
    const field = getNoteField(note_id);
    const [change] = await compareFields(tx, { kind: "order", id }, { text: note.text }, edits, {
      getAuditField: () => field,
    });
    if (!change || !edits.text) return { result: { note_id }, changes: null };
    await updateNoteText(tx, note_id, edits.text.to);
    return { result: { note_id }, changes: [{ ...change, field, personal: "text" }] };
  },
  inverse: null,
});

/** Deletes a note that was not sent to the customer, with its email. */
export const removeNote = adminAction({
  name: "order.note_deleted",
  permission: "orders:edit",
  params: noteParams,
  input: releaseOrderRequest,
  subject: ({ id }) => ({ kind: "order", id }),
  stepUp: noStepUp,
  run: async (tx, { id, note_id }) => {
    const note = await lockNote(tx, id, note_id);
    if (!note) throw refuse(refusals, "note_not_found");
    if (!(await withdrawEmail(tx, getNoteEmailKey(note_id)))) throw refuse(refusals, "note_sent");
    await reopenAnsweredMessages(tx, note_id);
    await deleteNote(tx, note_id);
    return {
      result: { note_id },
      changes: [{ field: getNoteField(note_id), from: note.text, to: null, personal: "text" }],
    };
  },
  inverse: null,
});

/** Notifies the mentioned staff. @throws Refusal `mention_not_possible` if one of them may not read orders */
async function notifyMentioned(
  tx: Tx,
  { orderId, mentions, actor, now }: { orderId: number; mentions: readonly number[]; actor: Actor; now: Date },
): Promise<void> {
  if (mentions.length === 0) return;
  const readers = await listStaffWithPermission(tx, notificationKinds.order_mention);
  if (!mentions.every((id) => readers.includes(id))) throw refuse(refusals, "mention_not_possible");
  const subject = { kind: "order", id: orderId };
  await notifyStaff(tx, { staffIds: mentions, kind: "order_mention", subject, actorId: getStaffId(actor), now });
}

/** The name of a note in the audit log: each one is a field of its order. */
function getNoteField(noteId: number): string {
  return `note_${noteId}`;
}

/** @throws Refusal `note_not_found` or `note_sent` */
async function lockUnsentNote(tx: Tx, orderId: number, noteId: number): Promise<OrderNoteRow> {
  const note = await lockNote(tx, orderId, noteId);
  if (!note) throw refuse(refusals, "note_not_found");
  if (await isNoteSent(tx, noteId)) throw refuse(refusals, "note_sent");
  return note;
}

/** Assigns an order to the person themselves for 15 minutes, or renews their assignment, which is not recorded. */
export const assignOrder = adminAction({
  name: "order.assigned",
  permission: "orders:fulfill",
  params: orderParams,
  input: assignOrderRequest,
  subject: ({ id }) => ({ kind: "order", id }),
  stepUp: noStepUp,
  run: async (tx, { id }, { take_over }, { now, actor }) => {
    const staffId = getStaffId(actor);
    if (staffId === null) throw refuse(refusals, "assignment_not_possible");
    await lockOrderAndGetStatus(tx, id);
    const assignment = await findAssignment(tx, id, now);
    if (!take_over) checkAssignee(assignment, staffId);
    const expires_at = new Date(now.getTime() + ASSIGNMENT_MS);
    await upsertAssignment(tx, { order_id: id, staff_id: staffId, assigned_at: now, expires_at });
    const from = assignment?.staff_id ?? null;
    if (from !== null) {
      const subject = { kind: "order", id };
      await notifyStaff(tx, { staffIds: [from], kind: "order_taken_over", subject, actorId: staffId, now });
    }
    return {
      result: { expires_at: expires_at.toISOString() },
      changes: from === staffId ? null : [{ field: "assignee", from, to: staffId }],
    };
  },
  inverse: ({ params, changes }) =>
    changes[0]?.from === null ? { action: "order.released", params, input: {} } : null,
});

/** Ends the person's own assignment of an order. */
export const releaseOrder = adminAction({
  name: "order.released",
  permission: "orders:fulfill",
  params: orderParams,
  input: releaseOrderRequest,
  subject: ({ id }) => ({ kind: "order", id }),
  stepUp: noStepUp,
  run: async (tx, { id }, _input, { now, actor }) => {
    await lockOrderAndGetStatus(tx, id);
    const assignment = await findAssignment(tx, id, now);
    if (!assignment) return { result: { expires_at: null }, changes: null };
    checkAssignee(assignment, getStaffId(actor));
    await deleteAssignment(tx, id);
    return {
      result: { expires_at: null },
      changes: [{ field: "assignee", from: assignment.staff_id, to: null }],
    };
  },
  inverse: null,
});

/** Shows the contacts of an order, which are masked elsewhere. Each time is recorded with its reason. */
export const revealContacts = adminAction({
  name: "order.contacts_revealed",
  permission: "customers:contacts",
  params: orderParams,
  input: revealContactsRequest,
  subject: ({ id }) => ({ kind: "order", id }),
  stepUp: noStepUp,
  run: async (tx, { id }, _input, { locale }) => {
    const contacts = await getContacts(tx, id, locale);
    if (!contacts) throw refuse(orderRefusals, "order_not_found");
    return { result: contacts, changes: [] };
  },
  inverse: null,
  hiddenResult: { customer: { name: "", email: "", phone: "" }, address: null },
});
