import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import {
  type BrandFile,
  type BrandKind,
  brandKinds,
  NotABrandFile,
  readBrandFile,
  removeBrandFile,
  saveBrandFile,
  saveIcons,
} from "../platform/brand-files.ts";
import { CommandError } from "../platform/commands.ts";
import { type Db, withTransaction } from "../platform/db.ts";
import {
  emailSender,
  legalEntity,
  shopDescription,
  shopDispatch,
  shopName,
  shopTagline,
  shopTitle,
  supportHours,
} from "../platform/identity-settings.ts";
import { type AnySetting, changeSetting, problemIn, settingValue, unsetSetting } from "../platform/settings.ts";
import { contactsEn, contactsRu, social } from "./settings.ts";

/** What a file may say of the shop, and the setting that keeps it. */
const fields: Readonly<Record<string, AnySetting>> = {
  name: shopName,
  title: shopTitle,
  description: shopDescription,
  tagline: shopTagline,
  dispatch: shopDispatch,
  support_hours: supportHours,
  email_sender: emailSender,
  legal: legalEntity,
  contacts_ru: contactsRu,
  contacts_en: contactsEn,
  social,
};

/** `icon` is one square picture of which the icons of installed apps are made. */
const fileKinds = [...brandKinds, "icon"] as const;
type FileKind = BrandKind | "icon";

export type ShopFile = Record<string, unknown>;
/** A shop file that was checked: what is to be set, and the logo files by kind; null removes one. */
export type CheckedShopFile = { values: [field: string, value: unknown][]; files: [FileKind, BrandFile | null][] };

/** What the shop says of itself now, in the form of the file; what is not set is null. */
export async function shopFileNow(db: Db): Promise<ShopFile> {
  const entries = Object.entries(fields).map(async ([field, one]) => [field, await settingValue(db, one)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Checks everything that a file says. Fields that it leaves out stay as they are, null goes back to the default.
 * @param folder of the paths under `files`
 * @throws CommandError that names every problem, a line each.
 */
export async function checkShopFile(file: unknown, folder: string): Promise<CheckedShopFile> {
  if (!isObject(file)) throw new CommandError("The file must hold a JSON object.");
  const { files = {}, ...given } = file;
  const problems: string[] = [];
  const checked: CheckedShopFile = { values: [], files: [] };
  for (const [field, value] of Object.entries(given)) {
    const known = Object.hasOwn(fields, field) ? fields[field] : undefined;
    const parsed = value === null ? undefined : known?.schema.safeParse(value);
    if (!known) problems.push(`${field} is unknown; there are: ${[...Object.keys(fields), "files"].join(", ")}`);
    else if (parsed?.error) problems.push(`${field}: ${problemIn(parsed.error)}`);
    else checked.values.push([field, parsed ? parsed.data : null]);
  }
  if (!isObject(files)) problems.push("files: an object of paths is expected");
  for (const [kind, path] of Object.entries(isObject(files) ? files : {})) {
    const known = fileKinds.find((one) => one === kind);
    if (known && path === null) checked.files.push([known, null]);
    else if (!known || typeof path !== "string")
      problems.push(`files.${kind}: a path is expected under ${fileKinds.join(", ")}`);
    else
      await readLogo(resolve(folder, path)).then(
        (logo) => checked.files.push([known, logo]),
        (error: unknown) => problems.push(`files.${kind}: ${path} ${reasonOf(error)}`),
      );
  }
  if (problems.length > 0)
    throw new CommandError(`Nothing was changed.\n${problems.join("\n")}`, { complaints: problems });
  return checked;
}

function isObject(value: unknown): value is ShopFile {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function readLogo(path: string): Promise<BrandFile> {
  return readBrandFile(await readFile(path));
}

function reasonOf(error: unknown): string {
  if (error instanceof NotABrandFile) return `cannot be used: ${error.message}`;
  return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}

/** Writes what was checked, all of it or nothing, with an entry in the history of settings for each change. */
export async function applyShopFile(db: Db, { values, files }: CheckedShopFile, by: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    for (const [field, value] of values) {
      const one = fields[field];
      if (!one) continue;
      if (value === null) await unsetSetting(tx, one.key, by);
      else await changeSetting(tx, one, value, by);
    }
    for (const [kind, logo] of files) {
      if (logo === null) await removeBrandFile(tx, kind);
      else if (kind === "icon") await saveIcons(tx, logo);
      else await saveBrandFile(tx, kind, logo);
    }
  });
}

/** A shop file as JSON. @throws CommandError */
export function parseShopFile(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CommandError(`The file is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Paths in a file are relative to the folder that it is in. */
export function folderOf(file: string): string {
  return dirname(resolve(file));
}
