export type LogFields = Record<string, string | number | boolean | null | undefined>;
export type Log = {
  info(message: string, fields?: LogFields): void;
  error(message: string, error?: unknown, fields?: LogFields): void;
};

/** One JSON object a line on standard output, errors on standard error. */
export const jsonLog: Log = {
  info: (message, fields) => {
    process.stdout.write(`${line("info", message, fields)}\n`);
  },
  error: (message, error, fields) => {
    process.stderr.write(`${line("error", message, { ...fields, ...describe(error) })}\n`);
  },
};

function line(level: string, message: string, fields: LogFields = {}): string {
  return JSON.stringify({ time: new Date().toISOString(), level, message, ...fields });
}

function describe(error: unknown): LogFields {
  if (error === undefined) return {};
  if (error instanceof Error) return { error: error.message, stack: error.stack };
  return { error: typeof error === "string" ? error : JSON.stringify(error) };
}
