/**
 * Deletes the pages that the service worker cached, which contain data of their visitor. Also resolves if there are
 * none.
 */
export async function clearPageCache(): Promise<void> {
  await deleteCaches((name) => name.startsWith("pages-"));
}

/** Deletes everything that the service worker cached. */
export async function clearAllCaches(): Promise<void> {
  await deleteCaches(() => true);
}

async function deleteCaches(shouldDelete: (name: string) => boolean): Promise<void> {
  try {
    await Promise.all((await caches.keys()).filter(shouldDelete).map((name) => caches.delete(name)));
  } catch {
    // A browser without Cache Storage, or with blocked storage, has cached nothing.
  }
}
