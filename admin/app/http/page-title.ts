import type { MetaDescriptor } from "react-router";
import { getTranslator, type MessageKey } from "../i18n/messages.ts";
import type { RootData } from "./root-data.ts";

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** Returns the title of a page for its `meta` function: its name and that of the store. */
export function createTitle(
  matches: Matches,
  title: MessageKey,
  values?: Record<string, string | number>,
): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;
  return root ? [{ title: `${getTranslator(root.locale)(title, values)} · ${root.storeName}` }] : [];
}
