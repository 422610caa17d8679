import { z } from "zod";
import { compareFields, reverseChanges } from "../../platform/changes/compare-fields.ts";
import type { Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { refusals as staffRefusals } from "../../staff/admin-schema.ts";
import {
  createReplyTemplateRequest,
  deleteReplyTemplateRequest,
  editReplyTemplateRequest,
  refusals,
  type ReplyTemplate,
} from "./admin-schema.ts";
import { deleteReplyTemplate, hasTwin, insertReplyTemplate, lockReplyTemplate, updateReplyTemplate } from "./sql.ts";

const fields = ["kind", "locale", "title", "body"] as const;

/** Creates a saved reply. */
export const createReplyTemplate = adminAction({
  name: "reply_template.created",
  permission: "reviews:moderate",
  params: z.object({}),
  input: createReplyTemplateRequest,
  subject: (_params, { id }: { id: number }) => ({ kind: "reply_template", id }),
  stepUp: () => false,
  run: async (tx, _params, input) => {
    const id = await insertReplyTemplate(tx, input);
    if (id === undefined) throw refuse(refusals, "reply_template_exists");
    return { result: { id }, changes: fields.map((field) => ({ field, from: null, to: input[field] })) };
  },
  inverse: ({ result: { id } }) => ({
    action: "reply_template.deleted",
    params: { id: String(id) },
    input: { version: 1 },
  }),
});

/** Changes a saved reply. */
export const editReplyTemplate = adminAction({
  name: "reply_template.updated",
  permission: "reviews:moderate",
  params: idParams,
  input: editReplyTemplateRequest,
  subject: ({ id }) => ({ kind: "reply_template", id }),
  stepUp: () => false,
  run: async (tx, { id }, { changes: edits }) => {
    const template = await requireReplyTemplate(tx, id);
    const changes = await compareFields(tx, { kind: "reply_template", id }, template, edits);
    if (changes.length === 0) return { result: { id }, changes: null };
    const newValues: Partial<ReplyTemplate> = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
    if (await hasTwin(tx, { ...template, ...newValues })) throw refuse(refusals, "reply_template_exists");
    await updateReplyTemplate(tx, id, newValues);
    return { result: { id }, changes };
  },
  inverse: ({ params: { id }, changes }) => ({
    action: "reply_template.updated",
    params: { id: String(id) },
    input: { changes: reverseChanges(changes) },
  }),
});

/** Deletes a saved reply; undo creates it again. */
export const removeReplyTemplate = adminAction({
  name: "reply_template.deleted",
  permission: "reviews:moderate",
  params: idParams,
  input: deleteReplyTemplateRequest,
  subject: ({ id }) => ({ kind: "reply_template", id }),
  stepUp: () => false,
  run: async (tx, { id }, { version }) => {
    const template = await requireReplyTemplate(tx, id);
    if (template.version !== version)
      throw refuse(staffRefusals, "state_changed", { data: { current: template.version } });
    await deleteReplyTemplate(tx, id);
    return { result: { id }, changes: fields.map((field) => ({ field, from: template[field], to: null })) };
  },
  inverse: ({ changes }) => ({
    action: "reply_template.created",
    params: {},
    input: Object.fromEntries(changes.map(({ field, from }) => [field, from])),
  }),
});

async function requireReplyTemplate(tx: Tx, id: number): Promise<ReplyTemplate> {
  const template = await lockReplyTemplate(tx, id);
  if (!template) throw refuse(refusals, "reply_template_not_found");
  return template;
}
