import { defineSelectableList } from "../tasks/task-kind.ts";
import { moderationListQuery } from "./admin-schema.ts";
import { selectReviews } from "./admin-sql.ts";

/** The list of reviews, whose records can be selected for a task. */
export const reviewSelection = defineSelectableList({
  name: "reviews",
  subjectKind: "review",
  permission: "reviews:moderate",
  query: moderationListQuery.omit({ after: true, limit: true }),
  select: (selection) => {
    if (!("ids" in selection)) return selectReviews({ status: selection.filter.view, locale: selection.filter.locale });
    return selectReviews({ ids: selection.ids });
  },
});
