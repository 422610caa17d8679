import type {
  ContentExportColumn,
  ModeratedQuestion,
  ModeratedQuestionPage,
  ModeratedReview,
  ModeratedReviewPage,
  SimilarQuestions,
} from "@furoshiki/api/admin/reviews";
import type { SavedView } from "@furoshiki/api/admin/saved-views";
import type { FormErrors } from "../api-client/form-errors.ts";
import type { ReplyTemplate } from "@furoshiki/api/admin/reviews/replies";
import { changeSearchParams } from "../http/search-params.ts";

/** The views of the page, in the order of their tabs. The first two are pending content. */
export const moderationViews = ["pending", "questions", "rejected", "published"] as const;
export type ModerationView = (typeof moderationViews)[number];

export const contentKinds = ["review", "question"] as const;
export type ContentKind = (typeof contentKinds)[number];

/** The columns of the file with reviews or questions. */
export const contentExportColumns: readonly ContentExportColumn[] = [
  ...(["number", "written", "author", "product", "text", "status"] as const),
];

/** A review or question, and its kind. */
export type ModeratedItem = (ModeratedReview & { kind: "review" }) | (ModeratedQuestion & { kind: "question" });

/** What the page of reviews and questions shows. */
export type ModerationData = {
  view: ModerationView;
  kind: ContentKind;
  items: readonly ModeratedItem[];
  /** The shown item; null if the view is empty. */
  item: ModeratedItem | null;
  next: string | null;
  /** The counts of both kinds. */
  counts: Readonly<Record<ContentKind, ModeratedReviewPage["views"]>>;
  languages: ModeratedReviewPage["languages"];
  oldestPendingAt: string | null;
  similar: SimilarQuestions["items"];
  templates: readonly ReplyTemplate[];
  savedViews: readonly SavedView[];
  /** The present time in ISO 8601, so that the server and the browser render the same ages. */
  now: string;
};

/** Why a decision was refused, for the form of its item. */
export type ModerationResult = Pick<FormErrors, "message" | "conflicts"> & { id: number; intent: string };

export const moderationIntents = ["publish", "answer", "request_change", "reject"] as const;

/** Adds its kind to each item of a page. */
export function toModeratedItems(
  page: { kind: "review"; page: ModeratedReviewPage } | { kind: "question"; page: ModeratedQuestionPage },
): ModeratedItem[] {
  if (page.kind === "review") return page.page.items.map((item) => ({ ...item, kind: "review" }));
  return page.page.items.map((item) => ({ ...item, kind: "question" }));
}

/** Returns the shop's answer to a review or question; an empty string if there is none. */
export function getAnswer(item: ModeratedItem): string {
  return item.kind === "review" ? item.shop_answer : item.answer;
}

/** Returns the path of the page with changed search parameters; null removes a parameter. */
export function createModerationPath(
  params: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): string {
  return `/reviews${changeSearchParams(params, changes)}`;
}

/** Returns the path of the first item of a view, in the language that is shown. */
export function createViewPath(params: URLSearchParams, view: ModerationView, kind: ContentKind = "review"): string {
  const isPending = view === "pending" || view === "questions";
  return createModerationPath(params, {
    view: view === "pending" ? null : view,
    kind: isPending || kind === "review" ? null : kind,
    item: null,
    after: null,
  });
}
