import { z } from "zod";
import {
  getArgument,
  formatTable,
  type Command,
  type CommandContext,
  CommandError,
  readInputFile,
  getIntegerOption,
} from "../../api/src/platform/commands/command.ts";
import { operatorOption } from "../../api/src/platform/commands/operator.ts";
import { asOption, runActionAsOperator } from "../../api/src/staff/run-action-as-operator.ts";
import { changeSetting } from "../../api/src/store-settings/admin-actions.ts";
import {
  type AnySetting,
  listInvalidSettings,
  formatSchemaErrors,
  getSetting,
} from "../../api/src/platform/settings/settings.ts";
import { listSettingChanges, listSettingRows } from "../../api/src/platform/settings/sql.ts";
import { settings } from "../../api/src/settings.ts";
import { demoStateSetting } from "../../demo/clear.ts";

/** Keys that the program itself stores in the settings table; operators can see but not set them. */
const internalKeys: ReadonlySet<string> = new Set([demoStateSetting.key]);
const settingsByKey = new Map(settings.map((setting) => [setting.key, setting]));

const DEFAULT_HISTORY_LIMIT = 50;
const MAX_HISTORY_LIMIT = 10_000;
const MAX_VALUE_WIDTH = 80;
const keyArgument = { name: "KEY", summary: "the setting, such as delivery.flat_price_minor" };

/**
 * Returns the definition of a setting.
 * @throws CommandError with similar keys if there is no such setting.
 */
function getSettingDefinition(key: string): AnySetting {
  const setting = settingsByKey.get(key);
  if (setting) return setting;
  const group = `${key.split(".")[0]}.`;
  const similar = [...settingsByKey.keys()].filter((one) => one.startsWith(group));
  const hint = similar.length > 0 ? ` There are: ${similar.join(", ")}.` : " See: npm run shop -- settings list";
  throw new CommandError(`There is no setting "${key}".${hint}`);
}

/**
 * Parses a value as an operator types it: JSON, or plain text without quotation marks.
 * @throws CommandError
 */
function parseValue({ key, schema }: AnySetting, input: string): unknown {
  let value: unknown = input;
  try {
    value = JSON.parse(input);
  } catch {
    // Not JSON: the text itself is the value.
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const asText = schema.safeParse(input);
  if (asText.success) return asText.data;
  throw new CommandError(`${key} does not accept ${formatShort(value)}: ${formatSchemaErrors(parsed.error)}.`);
}

/** Formats a value as JSON, cut to the width of a table cell. */
const formatShort = (value: unknown) => {
  const json = JSON.stringify(value) ?? "";
  return json.length > MAX_VALUE_WIDTH ? `${json.slice(0, MAX_VALUE_WIDTH - 1)}…` : json;
};

const list: Command = {
  name: "settings list",
  summary: "list every setting with its value; * marks those that are set, ! those whose stored value is invalid",
  options: { changed: { type: "boolean", summary: "only those that are set" } },
  run: async ({ app: { db }, options }) => {
    const stored = new Map((await listSettingRows(db)).map(({ key, value }) => [key, value]));
    const problems = new Map((await listInvalidSettings(db, settings)).map(({ key, problem }) => [key, problem]));
    const shown = settings.filter(({ key }) => !options["changed"] || stored.has(key));
    const data = await Promise.all(
      shown.map(async (setting) => ({
        ...{ key: setting.key, value: await getSetting(db, setting), is_set: stored.has(setting.key) },
        problem: problems.get(setting.key) ?? null,
      })),
    );
    const rows = data.map(({ key, value, is_set, problem }) =>
      problem === null
        ? [is_set ? "*" : "", key, formatShort(value)]
        : [
            "!",
            key,
            `${formatShort(value)} (default; the stored value ${formatShort(stored.get(key))} is invalid: ${problem})`,
          ],
    );
    return {
      data,
      lines: rows.length > 0 ? formatTable(["Set", "Key", "Value"], rows) : ["Every setting is at its default."],
    };
  },
};

const get: Command = {
  name: "settings get",
  summary: "print the value of a setting, its default and the JSON schema of its values",
  arguments: [keyArgument],
  run: async (context) => {
    const { db } = context.app;
    const setting = getSettingDefinition(getArgument(context, "KEY"));
    const value = await getSetting(db, setting);
    const row = (await listSettingRows(db)).find(({ key }) => key === setting.key);
    const schema = z.toJSONSchema(setting.schema, { unrepresentable: "any", io: "input" });
    const [invalid] = await listInvalidSettings(db, [setting]);
    const data = {
      ...{ key: setting.key, value, default: setting.fallback, is_set: row !== undefined },
      ...{ problem: invalid?.problem ?? null, schema },
    };
    const origin = invalid
      ? `This is the default: the stored value ${formatShort(row?.value)} is invalid: ${invalid.problem}.`
      : row
        ? `Set on ${row.updated_at.toISOString()}. The default is ${formatShort(setting.fallback)}.`
        : "This is the default.";
    return { data, lines: [JSON.stringify(value, null, 2), origin] };
  },
};

const set: Command = {
  name: "settings set",
  summary: "set a setting; the change is effective within a second",
  arguments: [keyArgument, { name: "VALUE", summary: "JSON or plain text", optional: true }],
  options: {
    file: { type: "string", value: "FILE", summary: "read the value from a file" },
    ...operatorOption,
    ...asOption,
  },
  run: async (context) => {
    const setting = getSettingDefinition(getArgument(context, "KEY"));
    const value = parseValue(setting, await readInputValue(context));
    await saveSetting(context, setting.key, value);
    return { data: { key: setting.key, value }, lines: [`${setting.key} is now ${formatShort(value)}.`] };
  },
};

/**
 * Changes a setting as the operator, with an entry in the audit log. Null removes its value.
 * @returns false if it had the value already
 */
async function saveSetting(context: CommandContext, key: string, value: unknown): Promise<boolean> {
  const stored = (await listSettingRows(context.app.db)).find((row) => row.key === key)?.value ?? null;
  const edit = { from: z.json().parse(stored), to: z.json().parse(value) };
  const { audit_entry_id } = await runActionAsOperator(context, changeSetting, {
    params: { key },
    input: { changes: { value: edit } },
  });
  return audit_entry_id !== null;
}

/** Returns the value of the argument or of the file. @throws CommandError unless exactly one of them is given */
async function readInputValue({ args, options }: CommandContext): Promise<string> {
  const [value, file] = [args["VALUE"], options["file"]];
  if ((value === undefined) === (file === undefined)) throw new CommandError("Give either VALUE or --file FILE.");
  return value ?? readInputFile(String(file));
}

const unset: Command = {
  name: "settings unset",
  summary: "restore the default of a setting, or delete an unknown key",
  arguments: [keyArgument],
  options: { ...operatorOption, ...asOption },
  run: async (context) => {
    const key = getArgument(context, "KEY");
    if (internalKeys.has(key)) throw new CommandError(`${key} is internal and cannot be unset.`);
    if (!(await saveSetting(context, key, null))) {
      const { fallback } = getSettingDefinition(key);
      return { data: { key, value: fallback }, lines: [`${key} is not set: its default is ${formatShort(fallback)}.`] };
    }
    const fallback = settingsByKey.get(key)?.fallback;
    return {
      data: { key, value: fallback ?? null },
      lines: [
        fallback === undefined ? `${key} was removed.` : `${key} has its default again: ${formatShort(fallback)}.`,
      ],
    };
  },
};

const check: Command = {
  name: "settings check",
  summary: "report invalid values, instead of which the defaults are used, and unknown keys",
  run: async ({ app: { db } }) => {
    const invalid = await listInvalidSettings(db, settings);
    const unknown = (await listSettingRows(db))
      .map(({ key }) => key)
      .filter((key) => !settingsByKey.has(key) && !internalKeys.has(key));
    const lines = [
      ...invalid.map(({ key, problem }) => `${key} is invalid and its default is used: ${problem}.`),
      ...unknown.map((key) => `${key} is not a setting of this version and has no effect.`),
    ];
    return {
      data: { invalid, unknown },
      lines: lines.length > 0 ? lines : ["Every setting is valid."],
      hasFailed: lines.length > 0,
    };
  },
};

const history: Command = {
  name: "settings history",
  summary: "list the changes of settings with time and operator, newest first",
  arguments: [{ ...keyArgument, optional: true }],
  options: {
    limit: { type: "string", value: "N", summary: `maximum number of changes, ${DEFAULT_HISTORY_LIMIT} by default` },
  },
  run: async (context) => {
    const limit = getIntegerOption(context, "limit", { min: 1, max: MAX_HISTORY_LIMIT }) ?? DEFAULT_HISTORY_LIMIT;
    const changes = await listSettingChanges(context.app.db, {
      key: context.args["KEY"],
      excludedKeys: [...internalKeys],
      limit,
    });
    const rows = changes.map((one) => [
      ...[one.changed_at.toISOString(), one.changed_by, one.key],
      `${one.old_value === null ? "default" : formatShort(one.old_value)} → ${one.new_value === null ? "default" : formatShort(one.new_value)}`,
    ]);
    return {
      data: changes,
      lines:
        rows.length > 0 ? formatTable(["Time (UTC)", "Operator", "Key", "Change"], rows) : ["There are no changes."],
    };
  },
};

/** The commands that show and change the settings of the shop. */
export const settingsCommands: readonly Command[] = [list, get, set, unset, check, history];
