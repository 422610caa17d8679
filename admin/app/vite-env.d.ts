declare module "virtual:message-urls" {
  import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
  /** Area -> locale -> URL of the file with its messages; no locales in development and in the browser. */
  export const messageUrls: Record<"main" | "catalog", Partial<Record<Locale, string>>>;
}
