import type { MetaDescriptor } from "react-router";
import { getAccountTranslator, type AccountMessageKey } from "../i18n/account-i18n.ts";
import { buildPageMeta, findRootData } from "./page-meta.ts";

type MetaArgs = {
  matches: Parameters<typeof findRootData>[0];
  location: { pathname: string; search: string };
};

/**
 * Creates the `meta` function of a page that search engines do not index. It returns nothing if the root loader failed.
 * @param titleKey the message key of the title
 */
export function createNoindexMeta(titleKey: AccountMessageKey): (args: MetaArgs) => MetaDescriptor[] {
  return ({ matches, location }) => {
    const rootData = findRootData(matches);
    return rootData
      ? buildPageMeta(rootData, location, { title: getAccountTranslator(rootData.locale)(titleKey), noindex: true })
      : [];
  };
}
