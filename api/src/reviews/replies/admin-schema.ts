import { z } from "zod";
import { fieldEdit, recordEdit } from "../../platform/changes/schema.ts";

/** The refusals of changes of saved replies. */
export const refusals = {
  reply_template_exists: 409,
  reply_template_not_found: 404,
} as const;

/** Where a saved reply is offered: answers to reviews, answers to questions, or reasons for the author. */
export const replyTemplateKinds = ["review", "question", "reason"] as const;
export type ReplyTemplateKind = (typeof replyTemplateKinds)[number];

const kind = z.enum(replyTemplateKinds);
/** The language of the texts that it is offered for. */
const locale = z.enum(["ru-RU", "en-US"]);
const title = z.string().trim().min(1, "required").max(80, "too_long");
const body = z.string().trim().min(1, "required").max(3000, "too_long");

export const replyTemplate = z
  .object({
    id: z.int(),
    kind,
    locale,
    title: z.string(),
    body: z.string(),
    /** Sent with a deletion, which is refused if the reply was changed meanwhile. */
    version: z.int(),
  })
  .meta({ id: "ReplyTemplate" });
export type ReplyTemplate = z.infer<typeof replyTemplate>;

export const replyTemplateList = z.object({ items: z.array(replyTemplate) }).meta({ id: "ReplyTemplateList" });
export type ReplyTemplateList = z.infer<typeof replyTemplateList>;

export const createReplyTemplateRequest = z
  .strictObject({ kind, locale, title, body })
  .meta({ id: "CreateReplyTemplateRequest" });
export type NewReplyTemplate = z.infer<typeof createReplyTemplateRequest>;

export const editReplyTemplateRequest = recordEdit({
  kind: fieldEdit(kind),
  locale: fieldEdit(locale),
  title: fieldEdit(title),
  body: fieldEdit(body),
}).meta({ id: "EditReplyTemplateRequest" });

/** The version that the person saw. */
export const deleteReplyTemplateRequest = z
  .strictObject({ version: z.int().positive() })
  .meta({ id: "DeleteReplyTemplateRequest" });

export const changedReplyTemplate = z.object({ id: z.int() }).meta({ id: "ChangedReplyTemplate" });
