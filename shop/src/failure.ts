import { CommandError } from "../../api/src/platform/commands.ts";
import { StartError } from "../../api/src/platform/config.ts";
import { Refusal } from "../../api/src/platform/errors.ts";
import { text } from "../../api/src/platform/texts.ts";
import { UsageError } from "./command-line.ts";
import { staffTexts } from "./staff-texts.ts";

/** Why a command was not carried out. */
export type Failure = {
  /** 1: it could not be done; 2: the command line is wrong; 130: interrupted by Ctrl+C. */
  exitCode: 1 | 2 | 130;
  /** A constant for programs, such as `order_not_found`. */
  code: string;
  message: string;
  /** Each thing that is wrong, such as the lines of a file. */
  complaints?: readonly unknown[];
};

/** An error in the operator's words; null for a bug, which keeps its stack. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof Refusal) {
    const message = staffTexts[error.code]?.(error.params) ?? text("en-US", error.code, error.params);
    return { exitCode: 1, code: error.code, message };
  }
  if (error instanceof CommandError) {
    const { code, message, complaints } = error;
    return { exitCode: 1, code, message, ...(complaints.length > 0 ? { complaints } : {}) };
  }
  if (error instanceof UsageError) return { exitCode: 2, code: "usage", message: error.message };
  if (error instanceof StartError) return { exitCode: 1, code: "cannot_start", message: error.message };
  if (error instanceof Error && error.name === "AbortError")
    return { exitCode: 130, code: "interrupted", message: "Interrupted." };
  return null;
}

/** What a failed command writes to stderr: the message for people, or one line of JSON for programs. */
export function failureText({ exitCode: _, ...error }: Failure, json: boolean): string {
  return json ? JSON.stringify({ error }) : error.message;
}
