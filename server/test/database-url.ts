import type { Connection } from "../../api/src/platform/db/connection-pool.ts";

/**
 * Returns the DATABASE_URL of a test database, which listens on a socket.
 * @throws Error for any other database.
 */
export function getDatabaseUrl(connection: Connection): string {
  if (!("host" in connection)) throw new Error("the tests' database is reached by its socket");
  const { host, port, user, password = "", database } = connection;
  return `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
