import { createContext, type MouseEvent, use } from "react";
import { Link as RouterLink, useLocation, type LinkProps as RouterLinkProps } from "react-router";
import { splitPath } from "@furoshiki/design-system/i18n/locale-path.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { isPrivatePage } from "../store-config/third-party-services.ts";
import { differsOnlyBySignIn } from "./local-path.ts";
import { pressSignInLink } from "./pressed-sign-in-link.ts";

type LinkProps = Omit<RouterLinkProps, "to" | "reloadDocument"> & {
  /** A path of this site without the locale prefix. */
  to: string;
};

/** Whether links load a new document, because the page is of an older build. */
export const ReloadDocumentContext = createContext(false);

/**
 * A link to a page in the current locale. Between a private page and any other it loads a new document, so that
 * third-party scripts of one page are not present on the other. Pages are not prefetched: their data is not cacheable,
 * because it may contain the visitor's cart.
 */
export function Link({ to, onClick, ...props }: LinkProps) {
  const { pathname, search } = useLocation();
  const shouldReload = use(ReloadDocumentContext);
  const href = useI18n().to(to);
  const isSamePage = requestsSignIn(to) && differsOnlyBySignIn(pathname + search, href);
  const openDialog = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!shouldReload) pressSignInLink(event, href);
  };
  return (
    <RouterLink
      {...(isSamePage ? { preventScrollReset: true, defaultShouldRevalidate: false } : {})}
      onClick={isSamePage ? openDialog : onClick}
      {...props}
      to={href}
      reloadDocument={shouldReload || isPrivatePage(to) !== isPrivatePage(splitPath(pathname).path)}
    />
  );
}

/** Whether a path requests the sign-in dialog. */
function requestsSignIn(path: string): boolean {
  return /[?&]auth=/.test(path);
}
