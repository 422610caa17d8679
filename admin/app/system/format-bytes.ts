import type { I18n } from "../i18n/use-i18n.tsx";

const GIGABYTE = 1024 ** 3;
const MEGABYTE = 1024 ** 2;

/** Formats a size in bytes: `1,4 ГБ`, below a gigabyte `312 МБ`, below a megabyte with two decimals. */
export function formatBytes({ t, format }: Pick<I18n, "t" | "format">, bytes: number): string {
  if (bytes >= GIGABYTE) return t("system.gigabytes", { size: format.rating(bytes / GIGABYTE) });
  const megabytes = bytes / MEGABYTE;
  return t("system.megabytes", { size: megabytes < 1 ? format.decimal(megabytes) : format.number(megabytes) });
}
