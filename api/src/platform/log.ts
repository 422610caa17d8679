export type LogFields = Record<string, string | number | boolean | null | undefined>;
export type Log = {
  info(message: string, fields?: LogFields): void;
  error(message: string, error?: unknown, fields?: LogFields): void;
};

let getIds: () => LogFields | undefined = () => undefined;

/** Sets what returns the ids of the request or job that is handled (`observability/request-scope.ts`). */
export function setLogIds(get: () => LogFields | undefined): void {
  getIds = get;
}

/**
 * Writes one JSON object per line: information to standard output, errors to standard error. Lines that are written
 * while a request or a job is handled have its id (`request`) and its trace id (`trace`).
 */
export const jsonLog: Log = {
  info: (message, fields) => {
    process.stdout.write(`${formatLogLine("info", message, fields)}\n`);
  },
  error: (message, error, fields) => {
    process.stderr.write(`${formatLogLine("error", message, { ...fields, ...formatError(error) })}\n`);
  },
};

function formatLogLine(level: string, message: string, fields: LogFields = {}): string {
  return JSON.stringify({ time: new Date().toISOString(), level, message, ...getIds(), ...fields });
}

function formatError(error: unknown): LogFields {
  if (error === undefined) return {};
  if (error instanceof Error) return { error: error.message, stack: error.stack };
  return { error: typeof error === "string" ? error : JSON.stringify(error) };
}
