import { createProduct } from "../../src/catalog/fixtures.ts";
import { createQuestion, createReview } from "../../src/reviews/fixtures.ts";
import type { ContentStatus } from "../../src/reviews/schema.ts";
import { type ActionCase, type CaseContext, executeCase, findAction } from "./action-case.ts";

async function createContent({ shop: { db } }: CaseContext, kind: "review" | "question", status: ContentStatus) {
  const productId = await createProduct(db).then(({ id }) => id);
  const { id } = await (kind === "review" ? createReview : createQuestion)(db, { productId, status });
  const table = kind === "review" ? "reviews" : "questions";
  const { created_at } = await db.selectFrom(table).select("created_at").where("id", "=", id).executeTakeFirstOrThrow();
  return { params: { id }, createdAt: created_at.toISOString() };
}

const createRejection =
  (kind: "review" | "question"): ActionCase =>
  async (context, { text, flag }) => {
    const status = flag ? "pending" : "published";
    const { params } = await createContent(context, kind, status);
    return { params, input: { from: status, reason: text } };
  };

/** The inverse of a decision that was just made. */
const createUndo =
  (decision: string): ActionCase =>
  async (context, values) => {
    const call = await reviewCases[decision]?.(context, values);
    if (!call) throw new Error(`there is no case ${decision}`);
    const { result, audit_entry_id } = await executeCase(context, decision, call);
    const { changes } = await context.shop.db
      .selectFrom("audit_entries")
      .select("changes")
      .where("id", "=", audit_entry_id ?? 0)
      .executeTakeFirstOrThrow();
    const inverse = findAction(decision).inverse?.({
      ...call,
      params: { ...call.params },
      result,
      changes: changes as [],
    });
    if (!inverse) throw new Error(`${decision} cannot be undone`);
    return { params: inverse.params as object, input: inverse.input as object };
  };

/** The first summary of a product with a review. */
const createSummary: ActionCase = async ({ shop: { db } }, { text, flag }) => {
  const { id } = await createProduct(db);
  await createReview(db, { productId: id });
  const to = text.slice(0, 300);
  return {
    params: { id: String(id), locale: flag ? "ru-RU" : "en-US" },
    input: { changes: { praise: { from: "", to }, criticism: { from: "", to } } },
  };
};

let serial = 0;

const createTemplate: ActionCase = async (_context, { text, flag }) => ({
  params: {},
  input: { kind: flag ? "review" : "question", locale: "ru-RU", title: `Reply ${++serial}`, body: text },
});

const createStoredTemplate = async (...[context, values]: Parameters<ActionCase>) => {
  const call = await createTemplate(context, values);
  const { result } = await executeCase(context, "reply_template.created", call);
  return { params: { id: String((result as { id: number }).id) }, template: call.input as { title: string } };
};

export const reviewCases: Record<string, ActionCase> = {
  "review_summary.saved": createSummary,
  "review_summary.restored": createUndo("review_summary.saved"),
  "reply_template.created": createTemplate,
  "reply_template.updated": async (context, values) => {
    const { params, template } = await createStoredTemplate(context, values);
    return { params, input: { changes: { title: { from: template.title, to: `Renamed ${++serial}` } } } };
  },
  "reply_template.deleted": async (context, values) => ({
    params: (await createStoredTemplate(context, values)).params,
    input: { version: 1 },
  }),
  "review.published": async (context, { text, flag }) => {
    const { params, createdAt } = await createContent(context, "review", "pending");
    return { params, input: { from: "pending", created_at: createdAt, ...(flag ? { answer: text } : {}) } };
  },
  "review.rejected": createRejection("review"),
  "review.change_requested": createRejection("review"),
  "review.answered": async (context, { text }) => {
    const { params } = await createContent(context, "review", "published");
    return { params, input: { changes: { shop_answer: { from: "", to: text } } } };
  },
  "review.moderation_undone": createUndo("review.published"),
  "question.published": async (context) => ({
    params: (await createContent(context, "question", "pending")).params,
    input: { from: "pending" },
  }),
  "question.answered": async (context, { text, flag }) => {
    const status = flag ? "pending" : "published";
    const { params } = await createContent(context, "question", status);
    return { params, input: { from: status, changes: { answer: { from: "", to: text } } } };
  },
  "question.rejected": createRejection("question"),
  "question.moderation_undone": createUndo("question.answered"),
};
