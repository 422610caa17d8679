/** Leading to another site must be permitted where it is done (spec §8). */
export type Permission = { external?: boolean };

/**
 * The address, if a page may lead to it: one of this site, or another one with permission.
 * @throws Error for another site without permission, and for what is no address of a page at all
 */
export function permittedAddress(address: string, origin: string, { external = false }: Permission = {}): string {
  const url = new URL(address, origin);
  if (url.origin === new URL(origin).origin) return address;
  if (!external || !/^https?:$/.test(url.protocol)) throw new Error(`may not lead to ${url.origin}`);
  return address;
}

/** Loads another document, in the place of this one with `replace`. @throws Error see `permittedAddress` */
export function leaveFor(address: string, { replace, ...permission }: Permission & { replace?: boolean } = {}): void {
  const permitted = permittedAddress(address, location.origin, permission);
  if (replace) location.replace(permitted);
  else location.assign(permitted);
}
