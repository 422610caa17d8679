import type pg from "pg";

/**
 * When a process is killed: right after a statement was sent, or after its result arrived. `statement` is the number of
 * the statement, from 1.
 */
export type CrashPoint = { statement: number; phase: "sent" | "completed" };

/** Records the statements of a connection, and kills the process at the crash point. */
export function watchStatements(client: pg.PoolClient, statements: string[], crash: CrashPoint | null): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const crashAt = (statement: number, phase: CrashPoint["phase"]) => {
    if (crash?.statement === statement && crash.phase === phase) process.kill(process.pid, "SIGKILL");
  };
  Object.assign(client, {
    query: async (text: string, ...otherArguments: unknown[]) => {
      const statement = statements.push(text);
      const pendingResult = query(text, ...otherArguments);
      crashAt(statement, "sent");
      const result = await pendingResult;
      crashAt(statement, "completed");
      return result;
    },
  });
}
