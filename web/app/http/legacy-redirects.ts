/** URLs that moved permanently (docs/domain/seo.md). Patterns match the decoded path without the locale prefix. */
const movedPaths: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\/category\/servirovka-stola/, "/category/tovary-dlya-doma"],
  [/^(?:\/category)?\/dlya-ptic\/?$/, "/category/tovary-dlya-zhivotnykh"],
  [/^(?:\/category)?\/dlya-gryzunov\/?$/, "/category/tovary-dlya-zhivotnykh"],
  [/^\/category\/vigo_ and_energy\/?$/, "/category/vigo_and_energy"],
  [/^(?:\/category)?\/tovary-nedeli\/?$/, "/best-sales"],
];

/** Returns the path that a legacy path moved to, or null if it has not moved. */
export function findLegacyRedirect(path: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path).replaceAll("+", " ");
  } catch {
    // A path that cannot be decoded is not a legacy path.
    return null;
  }
  for (const [pattern, target] of movedPaths) if (pattern.test(decoded)) return target;
  return null;
}
