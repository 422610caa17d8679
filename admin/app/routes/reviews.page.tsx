import {
  moderationListQuery,
  type ModeratedQuestionPage,
  type ModeratedReviewPage,
  type ModerationResult,
  type SimilarQuestions,
} from "@furoshiki/api/admin/reviews";
import type { ReplyTemplateList } from "@furoshiki/api/admin/reviews/replies";
import type { SavedView } from "@furoshiki/api/admin/saved-views";
import { data, redirect } from "react-router";
import { z } from "zod";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { offerUndo, type ExecutedAction } from "../api-client/undo-cookie.ts";
import { readFieldEdits, readSeenValue } from "../api-client/field-edits.ts";
import { deleteDraft } from "../drafts/delete-draft.ts";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import {
  contentKinds,
  createModerationPath,
  moderationIntents,
  moderationViews,
  toModeratedItems,
  type ModerationData,
} from "../reviews/moderation.ts";
import { ReviewsView } from "../reviews/reviews-view.tsx";
import type { Route } from "./+types/reviews.page";

const pageQuery = moderationListQuery.pick({ locale: true, after: true }).extend({
  view: z.enum(moderationViews).optional(),
  kind: z.enum(contentKinds).optional(),
  item: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .optional(),
});

export async function loader({ context, url }: Route.LoaderArgs): Promise<ModerationData> {
  const params = url.searchParams;
  const invalidParams = findInvalidParams(pageQuery, params);
  if (invalidParams.length > 0)
    throw redirect(createModerationPath(params, Object.fromEntries(invalidParams.map((name) => [name, null]))));
  const {
    view = "pending",
    kind: chosenKind = "review",
    locale,
    after,
    item: id,
  } = pageQuery.parse(Object.fromEntries(params));
  const isPending = view === "pending" || view === "questions";
  const kind = view === "questions" ? "question" : view === "pending" ? "review" : chosenKind;
  const query = new URLSearchParams({
    view: isPending ? "pending" : view,
    ...(locale === undefined ? {} : { locale }),
    ...(after === undefined ? {} : { after }),
  });
  const { load } = getRequestContext({ context });
  const [reviews, questions, { items: templates }, savedViews] = await Promise.all([
    load<ModeratedReviewPage>(`reviews?${kind === "review" ? query : "limit=1"}`),
    load<ModeratedQuestionPage>(`questions?${kind === "question" ? query : "limit=1"}`),
    load<ReplyTemplateList>("reply-templates"),
    load<SavedView[]>("saved-views/reviews"),
  ]);
  const page = kind === "review" ? reviews : questions;
  const items = toModeratedItems(kind === "review" ? { kind, page: reviews } : { kind, page: questions });
  const item = items.find((one) => one.id === id) ?? items[0] ?? null;
  const similar = item?.kind === "question" ? (await load<SimilarQuestions>(`questions/${item.id}/similar`)).items : [];
  return {
    ...{ view, kind, items, item, similar, templates, savedViews },
    next: page.next,
    counts: { review: reviews.views, question: questions.views },
    languages: page.languages,
    oldestPendingAt: page.oldest_pending_at,
    now: new Date().toISOString(),
  };
}

const decisionForm = z.object({
  intent: z.enum(moderationIntents),
  kind: z.enum(contentKinds),
  id: z.coerce.number().int().positive(),
  from: z.string(),
  created_at: z.string(),
  answer: z.string().default(""),
  reason: z.string().default(""),
  /** The item that is shown after the decision; empty if there is none. */
  next_item: z.string(),
});
/** The ends of the names of actions in the audit log. */
const actionVerbs = {
  publish: "published",
  answer: "answered",
  request_change: "change_requested",
  reject: "rejected",
} as const;
type DecisionForm = z.infer<typeof decisionForm>;

export async function action({ context, request, url }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const formData = await request.formData();
  const { data: form } = decisionForm.safeParse(Object.fromEntries(formData));
  if (!form) throw data(null, { status: 400 });
  const { kind, id, intent, next_item: nextItem } = form;
  try {
    const { path, body } = createCall(form, readAnswerEdit(formData));
    const executed = await requestContext.call<ExecutedAction & { result: ModerationResult }>(path, {
      method: "POST",
      body,
    });
    await deleteDraft(requestContext, { kind: `${kind}_answer`, id });
    await offerUndo(requestContext, executed, {
      action: `${kind}.${actionVerbs[intent]}`,
      path: createModerationPath(url.searchParams, { item: String(id) }),
      emailAt: executed.result.notification?.email_at ?? null,
    });
  } catch (error) {
    const errors = toFormErrors(error, requestContext);
    return data({ id, intent, ...errors.data }, errors.init ?? {});
  }
  throw redirect(createModerationPath(url.searchParams, { item: nextItem === "" ? null : nextItem }));
}

/** Returns the answer that the person saw, and the one that they wrote. */
function readAnswerEdit(form: FormData): AnswerEdit {
  const seen = readSeenValue(form, "answer");
  return readFieldEdits(form, ["answer"])["answer"] ?? { from: seen, to: seen };
}
type AnswerEdit = { from: string; to: string };

function createCall(form: DecisionForm, edit: AnswerEdit): { path: string; body: object } {
  const { kind, id, intent, from, created_at, reason } = form;
  const answer = form.answer.trim();
  const path = `${kind}s/${id}/${intent.replace("_", "-")}`;
  if (intent === "reject" || intent === "request_change") return { path, body: { from, reason } };
  if (intent === "answer")
    return kind === "review"
      ? { path, body: { changes: { shop_answer: edit } } }
      : { path, body: { from, changes: { answer: edit } } };
  return { path, body: kind === "question" ? { from } : { from, created_at, ...(answer === "" ? {} : { answer }) } };
}

export default function ReviewsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ReviewsView {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "reviews.title");
