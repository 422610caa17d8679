/** The first that is found names it: most browsers claim to be several others besides. */
const browsers: readonly [RegExp, string][] = [
  [/YaBrowser/, "Yandex"],
  [/OPR\/|Opera/, "Opera"],
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/Firefox|FxiOS/, "Firefox"],
  [/Chrome|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** What a device calls itself, in two words its owner knows (`Chrome, Windows`); empty where it says nothing we know. */
export function deviceName(userAgent: string): string {
  const named = (names: typeof browsers) => names.find(([sign]) => sign.test(userAgent))?.[1];
  return [named(browsers), named(systems)].filter(Boolean).join(", ");
}
