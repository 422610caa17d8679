import type { MetaDescriptor } from "react-router";
import { getTranslator, type MessageKey } from "../i18n/messages.ts";
import { buildPageMeta, findRootData } from "./page-meta.ts";

type MetaArgs = {
  matches: Parameters<typeof findRootData>[0];
  location: { pathname: string; search: string };
};

/**
 * Creates the `meta` function of a page that search engines do not index. It returns nothing if the root loader failed.
 * @param titleKey the message key of the title
 */
export function createNoindexMeta(titleKey: MessageKey): (args: MetaArgs) => MetaDescriptor[] {
  return ({ matches, location }) => {
    const rootData = findRootData(matches);
    return rootData
      ? buildPageMeta(rootData, location, { title: getTranslator(rootData.locale)(titleKey), noindex: true })
      : [];
  };
}
