import { z } from "zod";
import {
  argument,
  columns,
  type Command,
  type CommandContext,
  CommandError,
  fileText,
  wholeNumber,
} from "../../api/src/platform/commands.ts";
import { byOption, operatorName } from "../../api/src/platform/operator.ts";
import {
  type AnySetting,
  changeSetting,
  invalidSettings,
  problemIn,
  settingValue,
  unsetSetting,
} from "../../api/src/platform/settings.ts";
import { listSettingChanges, listSettingRows } from "../../api/src/platform/settings-sql.ts";
import { settings } from "../../api/src/settings.ts";
import { demoStateSetting } from "../../demo/clear.ts";

/** What the program itself writes into the table of settings; operators see it and do not set it. */
const ownKeys: ReadonlySet<string> = new Set([demoStateSetting.key]);
const byKey = new Map(settings.map((one) => [one.key, one]));

const HISTORY = 50;
const MOST_HISTORY = 10_000;
const WIDTH = 80;
const keyArgument = { name: "KEY", summary: "the setting, such as delivery.flat_minor" };

/** @throws CommandError with keys that are similar, if there is no such setting. */
function settingOf(key: string): AnySetting {
  const found = byKey.get(key);
  if (found) return found;
  const group = `${key.split(".")[0]}.`;
  const similar = [...byKey.keys()].filter((one) => one.startsWith(group));
  const hint = similar.length > 0 ? ` There are: ${similar.join(", ")}.` : " See: npm run shop -- settings list";
  throw new CommandError(`There is no setting "${key}".${hint}`);
}

/** A value as an operator writes it: JSON, or a text without quotation marks. @throws CommandError */
function valueFor({ key, schema }: AnySetting, written: string): unknown {
  let value: unknown = written;
  try {
    value = JSON.parse(written);
  } catch {
    // Not JSON: the text itself is the value.
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const asText = schema.safeParse(written);
  if (asText.success) return asText.data;
  throw new CommandError(`${key} does not accept ${short(value)}: ${problemIn(parsed.error)}.`);
}

const short = (value: unknown) => {
  const json = JSON.stringify(value) ?? "";
  return json.length > WIDTH ? `${json.slice(0, WIDTH - 1)}…` : json;
};

const list: Command = {
  name: "settings list",
  summary: "every setting with its value; * marks those that are set, ! those whose stored value is invalid",
  options: { changed: { type: "boolean", summary: "only those that are set" } },
  run: async ({ house: { db }, options }) => {
    const stored = new Map((await listSettingRows(db)).map(({ key, value }) => [key, value]));
    const problems = new Map((await invalidSettings(db, settings)).map(({ key, problem }) => [key, problem]));
    const shown = settings.filter(({ key }) => !options["changed"] || stored.has(key));
    const data = await Promise.all(
      shown.map(async (one) => ({
        ...{ key: one.key, value: await settingValue(db, one), is_set: stored.has(one.key) },
        problem: problems.get(one.key) ?? null,
      })),
    );
    const rows = data.map(({ key, value, is_set, problem }) =>
      problem === null
        ? [is_set ? "*" : "", key, short(value)]
        : ["!", key, `${short(value)} (default; the stored value ${short(stored.get(key))} is invalid: ${problem})`],
    );
    return {
      data,
      lines: rows.length > 0 ? columns(["Set", "Key", "Value"], rows) : ["Every setting is at its default."],
    };
  },
};

const get: Command = {
  name: "settings get",
  summary: "the value of a setting, its default and the JSON schema of what it accepts",
  arguments: [keyArgument],
  run: async (context) => {
    const { db } = context.house;
    const one = settingOf(argument(context, "KEY"));
    const value = await settingValue(db, one);
    const row = (await listSettingRows(db)).find(({ key }) => key === one.key);
    const schema = z.toJSONSchema(one.schema, { unrepresentable: "any", io: "input" });
    const [invalid] = await invalidSettings(db, [one]);
    const data = {
      ...{ key: one.key, value, default: one.fallback, is_set: row !== undefined },
      ...{ problem: invalid?.problem ?? null, schema },
    };
    const origin = invalid
      ? `This is the default: ${short(row?.value)} is set and invalid: ${invalid.problem}.`
      : row
        ? `Set on ${row.updated_at.toISOString()}. The default is ${short(one.fallback)}.`
        : "This is the default.";
    return { data, lines: [JSON.stringify(value, null, 2), origin] };
  },
};

const set: Command = {
  name: "settings set",
  summary: "sets a setting; every page follows within a second",
  arguments: [keyArgument, { name: "VALUE", summary: "JSON, or a plain text", optional: true }],
  options: { file: { type: "string", value: "FILE", summary: "reads the value from a file" }, ...byOption },
  run: async (context) => {
    const one = settingOf(argument(context, "KEY"));
    const value = valueFor(one, await writtenValue(context));
    await changeSetting(context.house.db, one, value, operatorName(context));
    return { data: { key: one.key, value }, lines: [`${one.key} is now ${short(value)}.`] };
  },
};

async function writtenValue({ given, options }: CommandContext): Promise<string> {
  const [value, file] = [given["VALUE"], options["file"]];
  if ((value === undefined) === (file === undefined)) throw new CommandError("Give either VALUE or --file FILE.");
  return value ?? fileText(String(file));
}

const unset: Command = {
  name: "settings unset",
  summary: "removes a setting, so that its default holds; also a key that no setting has",
  arguments: [keyArgument],
  options: byOption,
  run: async (context) => {
    const key = argument(context, "KEY");
    if (ownKeys.has(key)) throw new CommandError(`${key} belongs to the program and stays.`);
    if (!(await unsetSetting(context.house.db, key, operatorName(context)))) {
      const { fallback } = settingOf(key);
      return { data: { key, value: fallback }, lines: [`${key} is not set: its default is ${short(fallback)}.`] };
    }
    const fallback = byKey.get(key)?.fallback;
    return {
      data: { key, value: fallback ?? null },
      lines: [fallback === undefined ? `${key} is removed.` : `${key} is back at its default: ${short(fallback)}.`],
    };
  },
};

const check: Command = {
  name: "settings check",
  summary: "names values that are refused, whose defaults hold instead, and keys that no setting has",
  run: async ({ house: { db } }) => {
    const invalid = await invalidSettings(db, settings);
    const unknown = (await listSettingRows(db))
      .map(({ key }) => key)
      .filter((key) => !byKey.has(key) && !ownKeys.has(key));
    const lines = [
      ...invalid.map(({ key, problem }) => `${key} is invalid and its default is used: ${problem}.`),
      ...unknown.map((key) => `${key} is not a setting of this version and has no effect.`),
    ];
    return {
      data: { invalid, unknown },
      lines: lines.length > 0 ? lines : ["Every setting is valid."],
      amiss: lines.length > 0,
    };
  },
};

const history: Command = {
  name: "settings history",
  summary: "who changed what and when, the newest first",
  arguments: [{ ...keyArgument, optional: true }],
  options: { limit: { type: "string", value: "N", summary: `how many changes; ${HISTORY} by default` } },
  run: async (context) => {
    const limit = wholeNumber(context, "limit", { min: 1, max: MOST_HISTORY }) ?? HISTORY;
    const changes = await listSettingChanges(context.house.db, {
      ...{ key: context.given["KEY"], limit },
      except: [...ownKeys],
    });
    const rows = changes.map((one) => [
      ...[one.changed_at.toISOString(), one.changed_by, one.key],
      `${one.old_value === null ? "default" : short(one.old_value)} → ${one.new_value === null ? "default" : short(one.new_value)}`,
    ]);
    return {
      data: changes,
      lines: rows.length > 0 ? columns(["When (UTC)", "Who", "Key", "Change"], rows) : ["Nothing was changed."],
    };
  },
};

export const settingsCommands: readonly Command[] = [list, get, set, unset, check, history];
