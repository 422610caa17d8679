// Formats of the Intl API that are created once: creating one takes about as long as a hundred uses of it.

const formats = new Map<string, unknown>();

/** Returns the format for a locale and options. */
export function getDateTimeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return getOrCreate("date", [locale, options], () => new Intl.DateTimeFormat(locale, options));
}

/** Returns the format for a locale and options. */
export function getNumberFormat(locale: string, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return getOrCreate("number", [locale, options], () => new Intl.NumberFormat(locale, options));
}

/** Returns the format for a locale and options. */
export function getRelativeTimeFormat(
  locale: string,
  options: Intl.RelativeTimeFormatOptions,
): Intl.RelativeTimeFormat {
  return getOrCreate("relative", [locale, options], () => new Intl.RelativeTimeFormat(locale, options));
}

/** Returns the plural rules for a locale and options. */
export function getPluralRules(locale: string, options?: Intl.PluralRulesOptions): Intl.PluralRules {
  return getOrCreate("plural", [locale, options], () => new Intl.PluralRules(locale, options));
}

function getOrCreate<Format>(kind: string, parameters: readonly unknown[], create: () => Format): Format {
  const key = `${kind} ${JSON.stringify(parameters)}`;
  let format = formats.get(key) as Format | undefined;
  if (format === undefined) formats.set(key, (format = create()));
  return format;
}
