/** Forgets the pages that the service worker kept: they show whose they were. Resolves also where there are none. */
export async function forgetKeptPages(): Promise<void> {
  await forgetCaches((name) => name.startsWith("pages-"));
}

/** Forgets everything that the service worker kept. */
export async function forgetEverythingKept(): Promise<void> {
  await forgetCaches(() => true);
}

async function forgetCaches(isMeant: (name: string) => boolean): Promise<void> {
  try {
    await Promise.all((await caches.keys()).filter(isMeant).map((name) => caches.delete(name)));
  } catch {
    // A browser without them, or with closed storage, has kept nothing.
  }
}
