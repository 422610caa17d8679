/** Returns the path of the sign-in page that leads back to a page. */
export function createSignInPath(from: string): string {
  return from === "/" ? "/sign-in" : `/sign-in?from=${encodeURIComponent(from)}`;
}
