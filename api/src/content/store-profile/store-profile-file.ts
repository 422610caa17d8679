import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import {
  type BrandFile,
  type BrandFileKind,
  brandFileKinds,
  InvalidBrandFileError,
  validateBrandFile,
  removeBrandFile,
  saveBrandFile,
  generateIcons,
} from "../../platform/store-profile/brand-files.ts";
import { CommandError } from "../../platform/commands/command.ts";
import { type Db, withTransaction } from "../../platform/db/database.ts";
import {
  emailSender,
  legalEntity,
  shopDescription,
  shopDispatch,
  shopName,
  shopTagline,
  shopTitle,
  supportHours,
} from "../../platform/store-profile/settings.ts";
import {
  type AnySetting,
  updateSetting,
  formatSchemaErrors,
  getSetting,
  resetSetting,
} from "../../platform/settings/settings.ts";
import { contactsEn, contactsRu, social } from "./contact-settings.ts";

/** Fields of a store profile file and the settings that store them. */
const settingsByField: Readonly<Record<string, AnySetting>> = {
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

/** `icon` is a square image from which the icons of the installed app are generated. */
const fileKinds = [...brandFileKinds, "icon"] as const;
type FileKind = BrandFileKind | "icon";

export type StoreProfileFile = Record<string, unknown>;
/** A validated store profile file: the values to set, and the logo files by kind. A file is deleted if it is null. */
export type ValidatedStoreProfileFile = {
  values: [field: string, value: unknown][];
  files: [FileKind, BrandFile | null][];
};

/** Returns the current store profile in the format of a store profile file; unset fields are null. */
export async function exportStoreProfileFile(db: Db): Promise<StoreProfileFile> {
  const entries = Object.entries(settingsByField).map(
    async ([field, setting]) => [field, await getSetting(db, setting)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Validates a store profile file. Absent fields stay unchanged, null resets a field to its default.
 * @param folder folder that the paths under `files` are relative to
 * @throws CommandError that lists every problem, one per line
 */
export async function validateStoreProfileFile(file: unknown, folder: string): Promise<ValidatedStoreProfileFile> {
  if (!isObject(file)) throw new CommandError("The file must hold a JSON object.");
  const { files = {}, ...fieldValues } = file;
  const problems: string[] = [];
  const validated: ValidatedStoreProfileFile = { values: [], files: [] };
  for (const [field, value] of Object.entries(fieldValues)) {
    const setting = Object.hasOwn(settingsByField, field) ? settingsByField[field] : undefined;
    const parsed = value === null ? undefined : setting?.schema.safeParse(value);
    if (!setting)
      problems.push(`${field} is unknown; there are: ${[...Object.keys(settingsByField), "files"].join(", ")}`);
    else if (parsed?.error) problems.push(`${field}: ${formatSchemaErrors(parsed.error)}`);
    else validated.values.push([field, parsed ? parsed.data : null]);
  }
  if (!isObject(files)) problems.push("files: an object of paths is expected");
  for (const [kind, path] of Object.entries(isObject(files) ? files : {})) {
    const fileKind = fileKinds.find((candidate) => candidate === kind);
    if (fileKind && path === null) validated.files.push([fileKind, null]);
    else if (!fileKind || typeof path !== "string")
      problems.push(`files.${kind}: a path is expected under ${fileKinds.join(", ")}`);
    else
      await readBrandFile(resolve(folder, path)).then(
        (brandFile) => validated.files.push([fileKind, brandFile]),
        (error: unknown) => problems.push(`files.${kind}: ${path} ${getErrorReason(error)}`),
      );
  }
  if (problems.length > 0) throw new CommandError(`Nothing was changed.\n${problems.join("\n")}`, { errors: problems });
  return validated;
}

function isObject(value: unknown): value is StoreProfileFile {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function readBrandFile(path: string): Promise<BrandFile> {
  return validateBrandFile(await readFile(path));
}

function getErrorReason(error: unknown): string {
  if (error instanceof InvalidBrandFileError) return `cannot be used: ${error.message}`;
  return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}

/** Saves a validated file in one transaction, with an entry in the settings history for each change. */
export async function saveStoreProfileFile(
  db: Db,
  { values, files }: ValidatedStoreProfileFile,
  operator: string,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    for (const [field, value] of values) {
      const setting = settingsByField[field];
      if (!setting) continue;
      if (value === null) await resetSetting(tx, setting.key, operator);
      else await updateSetting(tx, setting, value, operator);
    }
    for (const [kind, brandFile] of files) {
      if (brandFile === null) await removeBrandFile(tx, kind);
      else if (kind === "icon") await generateIcons(tx, brandFile);
      else await saveBrandFile(tx, kind, brandFile);
    }
  });
}

/** Returns the folder of a file; paths in the file are relative to it. */
export function getFolder(file: string): string {
  return dirname(resolve(file));
}
