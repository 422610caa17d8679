import type { User } from "./schema.ts";
import type { CustomerRow } from "./sql.ts";

/** Serializes a customer with the CSRF token of their session. */
export function serializeUser(row: CustomerRow, csrfToken: string): User {
  return { ...row, gender: row.gender as User["gender"], csrf_token: csrfToken };
}
