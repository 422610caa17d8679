import { parseArgs } from "node:util";
import type { Command, CommandOption } from "../../api/src/platform/commands.ts";

/** The line cannot be understood: exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

export type Asked =
  | { help: string }
  | {
      command: Command;
      given: Record<string, string | undefined>;
      options: Record<string, string | boolean | undefined>;
      json: boolean;
    };

const ownOptions: Record<string, CommandOption> = {
  json: { type: "boolean", summary: "print the answer, and errors, as JSON" },
  help: { type: "boolean", summary: "show this help" },
};
const yes: CommandOption = { type: "boolean", summary: "do not ask for confirmation" };

/** The options of a command: its own, and those of every command. */
function optionsOf({ options, confirmation }: Command): Record<string, CommandOption> {
  return { ...options, ...(confirmation ? { yes } : {}), ...ownOptions };
}

/** What a line asks for: a command with what it was given, or help. `--json` may precede the command. @throws UsageError */
export function readLine(args: readonly string[], commands: readonly Command[]): Asked {
  const jsonFirst = args[0] === "--json";
  const line = jsonFirst ? args.slice(1) : args;
  const named = commands.filter(({ name }) => name.split(" ").every((word, at) => line[at] === word));
  // "notify list" is a command of its own, not "notify" with an argument.
  const [command] = named.toSorted((a, b) => b.name.length - a.name.length);
  if (!command) {
    const words = line.filter((word) => !word.startsWith("-"));
    if (words.length === 0) return { help: helpOnAll(commands) };
    const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `));
    if (group.length > 0 && line.includes("--help")) return { help: helpOnAll(group) };
    throw new UsageError(`There is no command "${words.slice(0, 2).join(" ")}". See: npm run shop -- --help`);
  }
  const { values, positionals } = parsed(command, line.slice(command.name.split(" ").length));
  if (values["help"]) return { help: helpOn(command) };
  const wanted = command.arguments ?? [];
  const missing = wanted.filter(({ optional }, at) => !optional && positionals[at] === undefined);
  if (missing.length > 0)
    throw new UsageError(`${missing.map(({ name }) => name).join(" and ")} missing. ${seeHelp(command)}`);
  const extra = positionals[wanted.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many. ${seeHelp(command)}`);
  const { json, help: _help, ...options } = values;
  return {
    command,
    given: Object.fromEntries(wanted.map(({ name }, at) => [name, positionals[at]])),
    options,
    json: jsonFirst || json === true,
  };
}

/** A negative number is a value: no option begins with a digit. Marked, so that the parser does not look for one. */
const NEGATIVE = /^-\d/;
const MINUS = "\0";
const plain = (word: string) => (word.startsWith(MINUS) ? word.slice(MINUS.length) : word);

function parsed(command: Command, args: readonly string[]) {
  const options = Object.fromEntries(Object.entries(optionsOf(command)).map(([name, { type }]) => [name, { type }]));
  try {
    const { values, positionals } = parseArgs({
      args: args.map((word) => (NEGATIVE.test(word) ? MINUS + word : word)),
      options,
      allowPositionals: true,
    });
    return {
      values: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? plain(value) : value]),
      ) as Record<string, string | boolean | undefined>,
      positionals: positionals.map(plain),
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message.split(". ")[0]}. ${seeHelp(command)}`);
  }
}

function seeHelp({ name }: Command): string {
  return `See: npm run shop -- ${name} --help`;
}

function usageOf(command: Command): string {
  const { json: _json, help: _help, ...options } = optionsOf(command);
  const switches = Object.entries(options).map(([option, { value }]) => `[--${option}${value ? ` ${value}` : ""}]`);
  return [calledBy(command), ...switches].join(" ");
}

/** What a command cannot do without. */
function calledBy({ name, arguments: wanted = [] }: Command): string {
  return [name, ...wanted.map((one) => (one.optional ? `[${one.name}]` : one.name))].join(" ");
}

function helpOn(command: Command): string {
  const entries = [
    ...(command.arguments ?? []).map(({ name, summary }) => [name, summary] as const),
    ...Object.entries(optionsOf(command)).map(
      ([name, { value, summary }]) => [`--${name}${value ? ` ${value}` : ""}`, summary] as const,
    ),
  ];
  return [`npm run shop -- ${usageOf(command)}`, "", capital(command.summary), "", ...indented(entries)].join("\n");
}

function helpOnAll(commands: readonly Command[]): string {
  const entries = commands.map((command) => [calledBy(command), command.summary] as const);
  return [
    "npm run --silent shop -- COMMAND",
    "",
    ...indented(entries),
    "",
    "Every command takes --json, and --help, which lists its options.",
  ].join("\n");
}

function indented(entries: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...entries.map(([left]) => left.length));
  return entries.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

function capital(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
