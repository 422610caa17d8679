import type { ReplyTemplate } from "@furoshiki/api/admin/reviews/replies";

/** The kinds of saved replies, in the order of the page. */
export const replyKinds = ["review", "question", "reason"] as const satisfies readonly ReplyTemplate["kind"][];

/** The fields of a saved reply that can be changed. */
export const replyFields = ["kind", "locale", "title", "body"] as const satisfies readonly (keyof ReplyTemplate)[];
