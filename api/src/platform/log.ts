export type LogFields = Record<string, string | number | boolean | null | undefined>;
export type Log = {
  info(message: string, fields?: LogFields): void;
  error(message: string, error?: unknown, fields?: LogFields): void;
};

/** Writes one JSON object per line: information to standard output, errors to standard error. */
export const jsonLog: Log = {
  info: (message, fields) => {
    process.stdout.write(`${formatLogLine("info", message, fields)}\n`);
  },
  error: (message, error, fields) => {
    process.stderr.write(`${formatLogLine("error", message, { ...fields, ...formatError(error) })}\n`);
  },
};

function formatLogLine(level: string, message: string, fields: LogFields = {}): string {
  return JSON.stringify({ time: new Date().toISOString(), level, message, ...fields });
}

function formatError(error: unknown): LogFields {
  if (error === undefined) return {};
  if (error instanceof Error) return { error: error.message, stack: error.stack };
  return { error: typeof error === "string" ? error : JSON.stringify(error) };
}
