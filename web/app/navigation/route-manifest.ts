import type { EntryContext } from "react-router";
import { getAlternateLocale, type Locale } from "@furoshiki/design-system/i18n/locale.ts";

/** React Router's route manifest, with the files of each route. */
export type RouteManifest = EntryContext["manifest"];

/**
 * The part of the manifest that a page in one locale needs: only its own locale's routes, because changing the language
 * loads a new document, and for each route only the files that the entry does not load. It is served as a file of its
 * own (build-steps/split-route-manifest.ts).
 */
export function createLocaleManifest(manifest: RouteManifest, locale: Locale): RouteManifest {
  const otherSuffix = `___${getAlternateLocale(locale)}`;
  const entryFiles = new Set(manifest.entry.imports);
  const routes = Object.values(manifest.routes).flatMap((route) => {
    if (!route || route.id.endsWith(otherSuffix)) return [];
    return [[route.id, { ...route, imports: route.imports?.filter((file) => !entryFiles.has(file)) ?? [] }] as const];
  });
  return { ...manifest, routes: Object.fromEntries(routes), url: manifest.url.replace(/\.js$/, `-${locale}.js`) };
}
