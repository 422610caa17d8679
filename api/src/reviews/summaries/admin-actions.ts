import { compareFields, reverseChanges } from "../../platform/changes/compare-fields.ts";
import type { FieldChange } from "../../platform/audit/audit-log.ts";
import type { Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { refusals as reviewRefusals } from "../schema.ts";
import {
  refusals,
  restoreSummaryRequest,
  saveSummaryRequest,
  type SummaryParams,
  summaryParams,
} from "./admin-schema.ts";
import { lockSummary, storeSummary, type StoredSummary } from "./sql.ts";

const getSubject = ({ id, locale }: SummaryParams) => ({ kind: "review_summary", id: `${id}/${locale}` });

/** Writes, changes, confirms or deletes what is often said in the reviews of a product. */
export const saveSummary = adminAction({
  name: "review_summary.saved",
  permission: "reviews:moderate",
  params: summaryParams,
  input: saveSummaryRequest,
  subject: getSubject,
  stepUp: () => false,
  run: async (tx, params, { changes: edits }, { now }) => {
    const { summary, reviewsCount } = await requireSummary(tx, params);
    const changes = await compareFields(tx, getSubject(params), summary, edits);
    const edited = applyChanges(summary, changes);
    if ((edited.praise === "") !== (edited.criticism === "")) throw refuse(refusals, "summary_incomplete");
    const isDeleted = edited.praise === "";
    if (isDeleted && summary.praise === "") return { result: { checked_at: null }, changes: null };
    if (!isDeleted && reviewsCount === 0) throw refuse(refusals, "summary_without_reviews");
    const checked = isDeleted
      ? { reviews_count: null, checked_at: null }
      : { reviews_count: reviewsCount, checked_at: now };
    const checkChanges = await compareFields(tx, getSubject(params), summary, {
      reviews_count: { from: summary.reviews_count, to: checked.reviews_count },
      checked_at: { from: summary.checked_at, to: checked.checked_at },
    });
    await storeSummary(tx, params, { ...edited, ...checked });
    return {
      result: { checked_at: checked.checked_at?.toISOString() ?? null },
      changes: [...changes, ...checkChanges],
    };
  },
  inverse: ({ params: { id, locale }, changes }) => ({
    action: "review_summary.restored",
    params: { id: String(id), locale },
    input: { changes: reverseChanges(changes) },
  }),
});

/** Undoes a change of a summary. */
export const restoreSummary = adminAction({
  name: "review_summary.restored",
  permission: "reviews:moderate",
  params: summaryParams,
  input: restoreSummaryRequest,
  subject: getSubject,
  stepUp: () => false,
  run: async (tx, params, { changes: edits }) => {
    const { summary } = await requireSummary(tx, params);
    const changes = await compareFields(tx, getSubject(params), summary, edits);
    const restored = applyChanges(summary, changes);
    await storeSummary(tx, params, restored);
    return {
      result: { checked_at: restored.checked_at?.toISOString() ?? null },
      changes: changes.length === 0 ? null : changes,
    };
  },
  inverse: ({ params: { id, locale }, changes }) => ({
    action: "review_summary.restored",
    params: { id: String(id), locale },
    input: { changes: reverseChanges(changes) },
  }),
});

async function requireSummary(tx: Tx, params: SummaryParams) {
  const stored = await lockSummary(tx, params);
  if (!stored) throw refuse(reviewRefusals, "product_not_found");
  return stored;
}

function applyChanges(summary: StoredSummary, changes: readonly FieldChange[]): StoredSummary {
  const values: StoredSummary = { ...summary, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) };
  return { ...values, checked_at: values.checked_at === null ? null : new Date(values.checked_at) };
}
