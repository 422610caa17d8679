import { z } from "zod";
import { type Setting, setting } from "../settings/settings.ts";

const MAX_DAYS = 36_500;

/**
 * Defines a setting for the number of days that rows are kept.
 * @param days.min the minimum that business rules require, see docs/operations.md
 * @param days.defaultDays the default
 */
export function retentionSetting(name: string, days: { min: number; defaultDays: number }): Setting<number> {
  return setting(`retention.${name}_days`, z.number().int().min(days.min).max(MAX_DAYS), days.defaultDays);
}

export const idempotencyKeyDays = retentionSetting("idempotency_keys", { min: 1, defaultDays: 30 });
/** The emails of daily reminders are kept, so that a reminder is not sent twice. */
export const emailDays = retentionSetting("emails", { min: 90, defaultDays: 365 });
