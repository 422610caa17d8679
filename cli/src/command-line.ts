import { parseArgs } from "node:util";
import type { Command, CommandOption } from "../../api/src/platform/commands/command.ts";

/** The command line is invalid: exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** The help to print, or the command to run with its arguments and options by name. */
export type ParsedCommandLine =
  | { help: string }
  | {
      command: Command;
      args: Record<string, string | undefined>;
      options: Record<string, string | boolean | undefined>;
      json: boolean;
    };

const commonOptions: Record<string, CommandOption> = {
  json: { type: "boolean", summary: "print the result, and errors, as JSON" },
  help: { type: "boolean", summary: "show this help" },
};
const yesOption: CommandOption = { type: "boolean", summary: "do not ask for confirmation" };

/** Returns the options of a command, including those of every command. */
function getOptions({ options, confirmation }: Command): Record<string, CommandOption> {
  return { ...options, ...(confirmation ? { yes: yesOption } : {}), ...commonOptions };
}

/**
 * Parses a command line into a command with its arguments, or help. `--json` may precede the command.
 * @throws
 * UsageError
 */
export function parseCommandLine(args: readonly string[], commands: readonly Command[]): ParsedCommandLine {
  const jsonFirst = args[0] === "--json";
  const words = jsonFirst ? args.slice(1) : args;
  const matching = commands.filter(({ name }) => name.split(" ").every((word, index) => words[index] === word));
  // "notify list" is a command of its own, not "notify" with an argument.
  const [command] = matching.toSorted((a, b) => b.name.length - a.name.length);
  if (!command) {
    const commandWords = words.filter((word) => !word.startsWith("-"));
    if (commandWords.length === 0) return { help: formatCommandList(commands) };
    const group = commands.filter(({ name }) => name.startsWith(`${commandWords[0]} `));
    if (group.length > 0 && words.includes("--help")) return { help: formatCommandList(group) };
    throw new UsageError(`There is no command "${commandWords.slice(0, 2).join(" ")}". See: npm run shop -- --help`);
  }
  const { values, positionals } = parseOptions(command, words.slice(command.name.split(" ").length));
  if (values["help"]) return { help: formatCommandHelp(command) };
  const commandArguments = command.arguments ?? [];
  const missing = commandArguments.filter(({ optional }, index) => !optional && positionals[index] === undefined);
  if (missing.length > 0)
    throw new UsageError(`Missing: ${missing.map(({ name }) => name).join(" and ")}. ${getHelpHint(command)}`);
  const extraArgument = positionals[commandArguments.length];
  if (extraArgument !== undefined)
    throw new UsageError(`"${extraArgument}" is one argument too many. ${getHelpHint(command)}`);
  const { json, help: _help, ...options } = values;
  return {
    command,
    args: Object.fromEntries(commandArguments.map(({ name }, index) => [name, positionals[index]])),
    options,
    json: jsonFirst || json === true,
  };
}

/**
 * A word that begins like a negative number is a value, because no option begins with a digit. It is prefixed with a
 * marker, so that `parseArgs` does not read it as an option.
 */
const NEGATIVE_NUMBER = /^-\d/;
const VALUE_MARKER = "\0";
const addMarker = (word: string) => (NEGATIVE_NUMBER.test(word) ? VALUE_MARKER + word : word);
const removeMarker = (word: string) => (word.startsWith(VALUE_MARKER) ? word.slice(VALUE_MARKER.length) : word);

function parseOptions(command: Command, args: readonly string[]) {
  const options = Object.fromEntries(Object.entries(getOptions(command)).map(([name, { type }]) => [name, { type }]));
  try {
    const { values, positionals } = parseArgs({
      args: args.map(addMarker),
      options,
      allowPositionals: true,
    });
    return {
      values: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? removeMarker(value) : value]),
      ) as Record<string, string | boolean | undefined>,
      positionals: positionals.map(removeMarker),
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The first sentence names the option; the others are advice for programmers.
    throw new UsageError(`${error.message.split(". ")[0]}. ${getHelpHint(command)}`);
  }
}

function getHelpHint({ name }: Command): string {
  return `See: npm run shop -- ${name} --help`;
}

function formatUsage(command: Command): string {
  const { json: _json, help: _help, ...options } = getOptions(command);
  const optionUsages = Object.entries(options).map(([option, { value }]) => `[--${option}${value ? ` ${value}` : ""}]`);
  return [formatNameAndArguments(command), ...optionUsages].join(" ");
}

/** Formats the name of a command with its arguments. */
function formatNameAndArguments({ name, arguments: commandArguments = [] }: Command): string {
  return [name, ...commandArguments.map((one) => (one.optional ? `[${one.name}]` : one.name))].join(" ");
}

function formatCommandHelp(command: Command): string {
  const entries = [
    ...(command.arguments ?? []).map(({ name, summary }) => [name, summary] as const),
    ...Object.entries(getOptions(command)).map(
      ([name, { value, summary }]) => [`--${name}${value ? ` ${value}` : ""}`, summary] as const,
    ),
  ];
  return [
    `npm run shop -- ${formatUsage(command)}`,
    "",
    formatSentence(command.summary),
    "",
    ...formatEntries(entries),
  ].join("\n");
}

function formatCommandList(commands: readonly Command[]): string {
  const entries = commands.map((command) => [formatNameAndArguments(command), command.summary] as const);
  return [
    "npm run --silent shop -- COMMAND",
    "",
    ...formatEntries(entries),
    "",
    "Every command has the options --json and --help; --help lists all its options.",
  ].join("\n");
}

function formatEntries(entries: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...entries.map(([left]) => left.length));
  return entries.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

function formatSentence(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
