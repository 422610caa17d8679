/** The earliest birthday that is taken for one. */
const EARLIEST = "1900-01-01";

/** True for a calendar day (ISO) before today, wherever on earth it is asked from (spec §5). */
export function isPastBirthday(birthday: string, now: Date): boolean {
  return birthday >= EARLIEST && birthday < now.toISOString().slice(0, 10);
}
