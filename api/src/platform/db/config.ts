import { z } from "zod";
import { StartupError } from "../startup-error.ts";

/** Where the database is. */
export type DatabaseConfig = Readonly<{
  databaseUrl: string | undefined;
  /** The address of the server itself, if DATABASE_URL is that of a pooler in transaction mode. */
  directDatabaseUrl: string | undefined;
  /** The address of a streaming replica; undefined if everything is read from the primary. */
  databaseReadUrl: string | undefined;
  /** Connections to the primary, and to the replica. */
  databasePoolSize: number;
}>;

/** The environment variables, in the form of `environmentVariables`. */
export const databaseVariables = {
  DATABASE_URL: [postgresUrl(), "a PostgreSQL address, postgresql://user:password@host:port/database"],
  DIRECT_DATABASE_URL: [postgresUrl(), "the address of the server behind the pooler of DATABASE_URL"],
  DATABASE_READ_URL: [postgresUrl(), "the address of a streaming replica of DATABASE_URL"],
  DATABASE_POOL_SIZE: [z.coerce.number().int().min(1).max(500).default(10), "a number of connections, 1 to 500"],
} as const;

function postgresUrl() {
  return z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .refine((value) => URL.canParse(value))
    .optional();
}

type DatabaseVariables = { [K in keyof typeof databaseVariables]: z.output<(typeof databaseVariables)[K][0]> };

/**
 * Returns where the database is. A process with a single role needs that of the other processes: with an embedded one of
 * its own it would be a separate store. The address of a server or of a replica belongs to that of a database.
 * @throws StartupError
 */
export function getDatabaseConfig(
  vars: DatabaseVariables & { ROLE: string; API_BASE_URL: string | undefined },
): DatabaseConfig {
  const { ROLE, API_BASE_URL, DATABASE_URL, DIRECT_DATABASE_URL, DATABASE_READ_URL } = vars;
  if (DIRECT_DATABASE_URL !== undefined && DATABASE_URL === undefined)
    throw new StartupError("DIRECT_DATABASE_URL is set, but DATABASE_URL is not: the pooler in front of it.");
  if (DATABASE_READ_URL !== undefined && DATABASE_URL === undefined)
    throw new StartupError("DATABASE_READ_URL is set, but DATABASE_URL is not: the primary of that replica.");
  const canRunWithoutDatabaseUrl =
    ROLE === "all" || ROLE === "migrate" || (ROLE === "web" && API_BASE_URL !== undefined);
  if (DATABASE_URL === undefined && !canRunWithoutDatabaseUrl) {
    const missing = ROLE === "web" ? "API_BASE_URL or DATABASE_URL" : "DATABASE_URL";
    throw new StartupError(`ROLE=${ROLE} needs ${missing}: only ROLE=all opens the embedded database.`);
  }
  return {
    databaseUrl: DATABASE_URL,
    directDatabaseUrl: DIRECT_DATABASE_URL,
    databaseReadUrl: DATABASE_READ_URL,
    databasePoolSize: vars.DATABASE_POOL_SIZE,
  };
}
