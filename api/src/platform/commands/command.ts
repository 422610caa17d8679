import { readFile } from "node:fs/promises";
import type pg from "pg";
import type { AppContext } from "../http/endpoint.ts";

export type CommandOption = Readonly<{
  /** `boolean` for a flag, `string` for an option with a value. */
  type: "boolean" | "string";
  summary: string;
  /** The placeholder of the value in the help: `--reason TEXT`. */
  value?: string;
}>;

/** The services and arguments that a command runs with. */
export type CommandContext = Readonly<{
  app: AppContext;
  pool: pg.Pool;
  /** The arguments by name; undefined for an optional one that is absent. */
  args: Readonly<Record<string, string | undefined>>;
  options: Readonly<Record<string, string | boolean | undefined>>;
  /** Reports the progress of a long command; it is not part of the result. */
  progress: (message: string) => void;
  /** Aborted by Ctrl+C. */
  signal: AbortSignal;
}>;

/** The result of a command: `data` for programs (`--json`), `lines` for people. */
export type CommandResult = Readonly<{
  data: unknown;
  lines: readonly string[];
  /** True if a check found a problem or work was not done: the result is printed, and the exit code is 1. */
  hasFailed?: boolean;
  /** The customer whose account was changed, for the operator log. */
  customerId?: number;
}>;

/** A command of the operator's command line. Modules list theirs in `commands.ts`. */
export type Command = Readonly<{
  /** One or two words, such as `orders move`. */
  name: string;
  summary: string;
  arguments?: readonly Readonly<{ name: string; summary: string; optional?: boolean }>[];
  options?: Readonly<Record<string, CommandOption>>;
  /**
   * For a command that can affect many people: returns the question to confirm before it runs, or null if these
   * arguments need none (a dry run, a single person). The command line adds the option `--yes`, which confirms it.
   */
  confirmation?: (context: CommandContext) => Promise<string | null>;
  run: (context: CommandContext) => Promise<CommandResult>;
}>;

type CommandErrorOptions = { code?: string; errors?: readonly unknown[] };

/** The command cannot be run as it is written. Reported without a stack trace, with exit code 1. */
export class CommandError extends Error {
  override name = "CommandError";
  /** A constant for programs, which `--json` shows. */
  readonly code: string;
  /** The individual problems, such as invalid lines of a file; empty if the message says everything. */
  readonly errors: readonly unknown[];

  constructor(message: string, { code = "invalid_input", errors = [] }: CommandErrorOptions = {}) {
    super(message);
    this.code = code;
    this.errors = errors;
  }
}

/**
 * Returns a required argument.
 * @throws Error if the command does not declare it as required
 */
export function getArgument({ args }: CommandContext, name: string): string {
  const value = args[name];
  if (value === undefined) throw new Error(`the command reads ${name}, but does not declare it as a required argument`);
  return value;
}

/**
 * Returns the integer value of an option; undefined if absent.
 * @throws CommandError if the value is not an integer or out of bounds
 */
export function getIntegerOption(
  { options }: CommandContext,
  name: string,
  bounds: { min: number; max: number },
): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^-?\d+$/.test(String(value)) || number < bounds.min || number > bounds.max)
    throw new CommandError(`--${name} is "${value}", but takes a whole number from ${bounds.min} to ${bounds.max}.`);
  return number;
}

/**
 * Reads a UTF-8 file.
 * @throws CommandError if it cannot be read
 */
export async function readInputFile(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^\w+: /, "") : String(error);
    throw new CommandError(`FILE ${file} cannot be read: ${reason}`);
  }
}

/**
 * Parses a JSON file.
 * @throws CommandError
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CommandError(`The file is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export type Cell = string | number | Date | null | undefined;

/**
 * Formats rows below their headings, in columns wide enough for every cell. Dates are in ISO 8601 and UTC. Control
 * characters are replaced by a space, so that a cell stays on one line and text of customers cannot control the
 * terminal.
 */
export function formatTable(headings: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const cells = [headings, ...rows].map((row) => row.map(formatCell));
  const widths = headings.map((_, index) => Math.max(...cells.map((row) => (row[index] ?? "").length)));
  return cells.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function formatCell(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  return cell instanceof Date ? cell.toISOString() : String(cell).replaceAll(/\p{Cc}+/gu, " ");
}
