import type { EmbeddedPostgres } from "../src/postgres.ts";

/** The DATABASE_URL of a database that is reached by its socket. */
export function urlOf({ host, port, user, password, database }: EmbeddedPostgres["connection"]): string {
  return `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
