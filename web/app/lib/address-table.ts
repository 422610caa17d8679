import type { EntryContext } from "react-router";
import { otherLocale, type Locale } from "./locale.ts";

/** The router's table of addresses, with the files of each page. */
export type AddressTable = EntryContext["manifest"];

/**
 * What a page needs of it: the addresses of its own language, for a change of language loads a new document, and
 * of each page the files that are not there from the start. It lies in a file of its own (build-steps/split-addresses.ts).
 */
export function ownAddresses(table: AddressTable, locale: Locale): AddressTable {
  const others = `___${otherLocale(locale)}`;
  const present = new Set(table.entry.imports);
  const routes = Object.values(table.routes).flatMap((route) => {
    if (!route || route.id.endsWith(others)) return [];
    return [[route.id, { ...route, imports: route.imports?.filter((file) => !present.has(file)) ?? [] }] as const];
  });
  return { ...table, routes: Object.fromEntries(routes), url: table.url.replace(/\.js$/, `-${locale}.js`) };
}
