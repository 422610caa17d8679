/** Addresses that moved for good (spec §2). Patterns see the decoded path without the locale's prefix. */
const moved: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\/category\/servirovka-stola/, "/category/tovary-dlya-doma"],
  [/^(?:\/category)?\/dlya-ptic\/?$/, "/category/tovary-dlya-zhivotnykh"],
  [/^(?:\/category)?\/dlya-gryzunov\/?$/, "/category/tovary-dlya-zhivotnykh"],
  [/^\/category\/vigo_ and_energy\/?$/, "/category/vigo_and_energy"],
  [/^(?:\/category)?\/tovary-nedeli\/?$/, "/best-sales"],
];

/** Where a path moved to, null if it did not. */
export function movedTo(path: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path).replaceAll("+", " ");
  } catch {
    // A path that cannot be decoded is nobody's old address.
    return null;
  }
  for (const [pattern, target] of moved) if (pattern.test(decoded)) return target;
  return null;
}
