import { defineListExport, type ExportColumns, readPages } from "../../staff/exports/list-export.ts";
import { type ContentExportColumn, moderationListQuery } from "../admin-schema.ts";
import {
  countContentOf,
  listQuestionsToModerate,
  listReviewsToModerate,
  type ModerationListRow,
  type QuestionListRow,
  type ReviewListRow,
} from "../admin-sql.ts";

const query = moderationListQuery.omit({ after: true, limit: true });

/** The columns that reviews and questions have in common. */
function createColumns(record: "review" | "question") {
  return {
    number: [{ name: record, getValue: ({ id }) => id }],
    written: [
      { name: "created_at", getValue: (row) => row.created_at.toISOString() },
      { name: "published_at", getValue: (row) => row.published_at?.toISOString() },
    ],
    author: [
      { name: "author", getValue: (row) => row.author_name, personal: "name" },
      { name: "language", getValue: ({ locale }) => locale },
    ],
    product: [
      { name: "reference", getValue: (row) => row.product_reference },
      { name: "product", getValue: (row) => row.product_name },
    ],
    status: [
      { name: "status", getValue: ({ status }) => status },
      { name: "reject_reason", getValue: (row) => row.reject_reason },
    ],
  } satisfies Partial<ExportColumns<ContentExportColumn, ModerationListRow>>;
}

const reviewColumns: ExportColumns<ContentExportColumn, ReviewListRow> = {
  ...createColumns("review"),
  text: [
    { name: "rating", getValue: ({ rating }) => rating },
    { name: "text", getValue: ({ text }) => text },
    { name: "answer", getValue: (row) => row.shop_answer },
    { name: "verified_purchase", getValue: (row) => row.is_verified_purchase },
  ],
};
const questionColumns: ExportColumns<ContentExportColumn, QuestionListRow> = {
  ...createColumns("question"),
  text: [
    { name: "text", getValue: ({ text }) => text },
    { name: "answer", getValue: ({ answer }) => answer },
    { name: "with_name", getValue: (row) => row.is_public },
  ],
};

/** The reviews of a view. */
export const reviewListExport = defineListExport({
  ...{ name: "reviews", record: "review", permission: "reviews:moderate", query, columns: reviewColumns },
  count: (db, { view: status, locale }) => countContentOf(db, "reviews", { status, locale }),
  readBatches: (db, { view: status, locale }, { batchSize, locale: staffLocale }) =>
    readPages<ReviewListRow>(
      (last, limit) =>
        listReviewsToModerate(db, { status, locale, after: getCursor(last), limit: limit + 1 }, staffLocale),
      batchSize,
    ),
});

/** The questions of a view. */
export const questionListExport = defineListExport({
  ...{ name: "questions", record: "question", permission: "reviews:moderate", query, columns: questionColumns },
  count: (db, { view: status, locale }) => countContentOf(db, "questions", { status, locale }),
  readBatches: (db, { view: status, locale }, { batchSize, locale: staffLocale }) =>
    readPages<QuestionListRow>(
      (last, limit) =>
        listQuestionsToModerate(db, { status, locale, after: getCursor(last), limit: limit + 1 }, staffLocale),
      batchSize,
    ),
});

function getCursor(last: ModerationListRow | undefined) {
  return last && { micros: last.created_micros, id: last.id };
}
