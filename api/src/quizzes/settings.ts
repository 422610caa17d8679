import { retentionSetting } from "../platform/retention/settings.ts";

export const quizResultDays = retentionSetting("quiz_results", { min: 1, defaultDays: 365 });
