import { saveCustomsData } from "./fulfillment/admin-actions.ts";
import {
  answerQuestionAction,
  answerReviewAction,
  publishQuestionAction,
  publishReviewAction,
  rejectQuestionAction,
  rejectReviewAction,
  requestReviewChangeAction,
  restoreQuestionAction,
  restoreReviewAction,
} from "./reviews/admin-actions.ts";
import type { AnyAdminAction } from "./staff/admin-action.ts";
import { changeSetting } from "./store-settings/admin-actions.ts";

/** The actions of every module, which undo finds by their names. */
export const adminActions: readonly AnyAdminAction[] = [
  ...[publishReviewAction, rejectReviewAction, requestReviewChangeAction, answerReviewAction, restoreReviewAction],
  ...[publishQuestionAction, answerQuestionAction, rejectQuestionAction, restoreQuestionAction],
  changeSetting,
  saveCustomsData,
];
