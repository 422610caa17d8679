import { CommandError } from "../../api/src/platform/commands/command.ts";
import { StartupError } from "../../api/src/platform/startup-error.ts";
import { describeDatabaseOutage } from "../../api/src/platform/db/database-errors.ts";
import { StorageUnavailableError } from "../../api/src/platform/file-storage/file-storage.ts";
import { Refusal } from "../../api/src/platform/http/errors.ts";
import { formatMessage } from "../../api/src/platform/i18n/messages.ts";
import { UsageError } from "./command-line.ts";
import { staffTexts } from "./staff-texts.ts";

/** The reason a command failed. */
export type Failure = {
  /** 1: the command failed; 2: the command line is invalid; 130: interrupted by Ctrl+C. */
  exitCode: 1 | 2 | 130;
  /** A stable code for programs, such as `order_not_found`. */
  code: string;
  message: string;
  /** The single errors, such as those of the lines of a file. */
  problems?: readonly unknown[];
};

/** Converts an error for the operator. Returns null for a bug: it is thrown on, so that its stack is printed. */
export function toFailure(error: unknown): Failure | null {
  if (error instanceof Refusal) {
    const message = staffTexts[error.code]?.(error.params) ?? formatMessage("en-US", error.code, error.params);
    return { exitCode: 1, code: error.code, message };
  }
  if (error instanceof CommandError) {
    const { code, message, errors } = error;
    return { exitCode: 1, code, message, ...(errors.length > 0 ? { problems: errors } : {}) };
  }
  if (error instanceof UsageError) return { exitCode: 2, code: "usage", message: error.message };
  if (error instanceof StartupError) return { exitCode: 1, code: "cannot_start", message: error.message };
  if (error instanceof Error && error.name === "AbortError")
    return { exitCode: 130, code: "interrupted", message: "Interrupted." };
  if (error instanceof Error && MISSING_QUEUE_PATTERN.test(error.message))
    return { exitCode: 1, code: "queues_missing", message: "There is no job queue for this yet: start the shop once." };
  if (error instanceof StorageUnavailableError)
    return { exitCode: 1, code: "storage_unavailable", message: `The file storage is unavailable: ${error.message}.` };
  const outage = describeDatabaseOutage(error);
  return outage === null ? null : { exitCode: 1, code: "database_unavailable", message: formatSentence(outage) };
}

/** Errors of a missing job queue: the queues are created when a store of this version starts. */
const MISSING_QUEUE_PATTERN = /^relation "pgboss\.\w+" does not exist$|^Queue \S+ does not exist$/;

function formatSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Formats a failure for stderr: the message for people, or one line of JSON for programs. */
export function formatFailure({ code, message, problems }: Failure, json: boolean): string {
  return json ? JSON.stringify({ error: { code, message, problems } }) : message;
}
