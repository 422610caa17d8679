export { defaultLocale, getAlternateLocale, type Locale, locales } from "../../../../design-system/i18n/locale.ts";
