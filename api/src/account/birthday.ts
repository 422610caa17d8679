/** Earlier dates are rejected as typing errors. */
const EARLIEST_BIRTHDAY = "1900-01-01";

/** Whether an ISO date lies between 1900-01-01 and yesterday (UTC). Source of the rule: docs/domain/accounts.md. */
export function isPastBirthday(birthday: string, now: Date): boolean {
  return birthday >= EARLIEST_BIRTHDAY && birthday < now.toISOString().slice(0, 10);
}
