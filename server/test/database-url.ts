import type { Connection } from "../../api/src/platform/db.ts";

/** The DATABASE_URL of a test's database, which is reached by its socket. @throws Error for any other database. */
export function urlOf(connection: Connection): string {
  if (!("host" in connection)) throw new Error("the tests' database is reached by its socket");
  const { host, port, user, password = "", database } = connection;
  return `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
