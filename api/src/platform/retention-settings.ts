import { z } from "zod";
import { type Setting, setting } from "./settings.ts";

const LONGEST_DAYS = 36_500;

/**
 * A setting for how many days rows of a kind are kept.
 * @param days.least what the rules of the shop need, see docs/operations.md.
 */
export function retentionSetting(name: string, days: { least: number; normal: number }): Setting<number> {
  return setting(`retention.${name}_days`, z.number().int().min(days.least).max(LONGEST_DAYS), days.normal);
}

export const idempotencyKeyDays = retentionSetting("idempotency_keys", { least: 1, normal: 30 });
/** A reminder that comes round every day is not sent twice while its first email is known. */
export const mailDays = retentionSetting("mails", { least: 90, normal: 365 });
