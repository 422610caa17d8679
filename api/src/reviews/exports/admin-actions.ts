import { createExportAction } from "../../staff/exports/export-action.ts";
import { reviewListExport, questionListExport } from "./content-list-export.ts";

/** Allows the download of the list of reviews as a CSV file. */
export const exportReviews = createExportAction(reviewListExport);

/** Allows the download of the list of questions as a CSV file. */
export const exportQuestions = createExportAction(questionListExport);
