import { readFile } from "node:fs/promises";
import type pg from "pg";
import type { House } from "./http.ts";

export type CommandOption = Readonly<{
  /** A flag, or an option with a value. */
  type: "boolean" | "string";
  summary: string;
  /** What stands for the value in the help: `--reason TEXT`. */
  value?: string;
}>;

/** What a command has in hand. */
export type CommandContext = Readonly<{
  house: House;
  pool: pg.Pool;
  /** The arguments by name; an optional one that was not given is undefined. */
  given: Readonly<Record<string, string | undefined>>;
  options: Readonly<Record<string, string | boolean | undefined>>;
  /** Tells how far a long command is; nothing of it is part of the answer. */
  progress: (message: string) => void;
  /** Aborted by Ctrl+C. */
  signal: AbortSignal;
}>;

/** What a command did: `data` for programs (--json), `lines` for people. */
export type CommandAnswer = Readonly<{
  data: unknown;
  lines: readonly string[];
  /** A check that found a problem, or work that was not done: the answer is given, with exit code 1. */
  amiss?: boolean;
  /** The customer whose account was changed, for the operator log. */
  customerId?: number;
}>;

/** An operator's command. Rooms list theirs in `commands.ts`. */
export type Command = Readonly<{
  /** One or two words: `orders move`. */
  name: string;
  summary: string;
  arguments?: readonly Readonly<{ name: string; summary: string; optional?: boolean }>[];
  options?: Readonly<Record<string, CommandOption>>;
  /**
   * Of a command that can reach many people: the question that is asked before it runs, or null when these arguments
   * need none (a dry run, a single person). The command line adds the option `--yes`, which answers it.
   */
  confirmation?: (context: CommandContext) => Promise<string | null>;
  run: (context: CommandContext) => Promise<CommandAnswer>;
}>;

type CommandErrorDetails = { code?: string; complaints?: readonly unknown[] };

/** The operator's request cannot be done as it is written: reported without a stack, exit code 1. */
export class CommandError extends Error {
  override name = "CommandError";
  /** A constant for programs, which `--json` shows. */
  readonly code: string;
  /** Each thing that is wrong, such as the lines of a file; empty where the message says it all. */
  readonly complaints: readonly unknown[];

  constructor(message: string, { code = "invalid_input", complaints = [] }: CommandErrorDetails = {}) {
    super(message);
    this.code = code;
    this.complaints = complaints;
  }
}

/** An argument that the command cannot do without. */
export function argument({ given }: CommandContext, name: string): string {
  const value = given[name];
  if (value === undefined) throw new Error(`${name} is read, but not among the command's required arguments`);
  return value;
}

/** A whole number from an option. @throws CommandError where it is none, or out of bounds. */
export function wholeNumber(
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

/** What a file holds. @throws CommandError where it cannot be read. */
export async function fileText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^\w+: /, "") : String(error);
    throw new CommandError(`FILE ${file} cannot be read: ${reason}`);
  }
}

export type Cell = string | number | Date | null;

/** Rows under their headings, in columns wide enough for all. Moments are written in ISO 8601, in UTC. */
export function columns(headings: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const all = [headings, ...rows].map((row) => row.map(cellText));
  const widths = headings.map((_, at) => Math.max(...all.map((row) => (row[at] ?? "").length)));
  return all.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function cellText(cell: Cell): string {
  if (cell === null) return "";
  return cell instanceof Date ? cell.toISOString() : String(cell);
}
