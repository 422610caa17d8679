/** The first match wins, because most browsers also claim to be several others. */
const browserPatterns: readonly [RegExp, string][] = [
  [/YaBrowser/, "Yandex"],
  [/OPR\/|Opera/, "Opera"],
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/Firefox|FxiOS/, "Firefox"],
  [/Chrome|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
];
const systemPatterns: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/**
 * Returns a short device name from the User-Agent header, such as `Chrome, Windows`; empty if the header is not
 * recognized.
 */
export function getDeviceName(userAgent: string): string {
  const findName = (patterns: typeof browserPatterns) => patterns.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [findName(browserPatterns), findName(systemPatterns)].filter(Boolean).join(", ");
}
