import { use, useEffect, type AnchorHTMLAttributes } from "react";
import {
  matchRoutes,
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  useNavigate,
} from "react-router";
import { runAfterPaint } from "@furoshiki/design-system/ui/after-paint.ts";
import { HOVER_INTENT_MS } from "../browser/behavior-settings.ts";
import { openSignInDialog } from "./sign-in-dialog-events.ts";
import { splitPath } from "@furoshiki/design-system/i18n/locale-path.ts";
import { differsOnlyBySignIn } from "./local-path.ts";
import { isPrivatePage } from "../store-config/third-party-services.ts";
import { createPreloader, shouldSaveData } from "./route-preloads.ts";
import { useI18n } from "../i18n/use-i18n.tsx";

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** A path of this site without the locale prefix. */
  to: string;
  /** Replaces the current history entry instead of adding one. */
  replace?: boolean;
  /** Keeps the scroll position: for filters, sorting and options. */
  keepScroll?: boolean;
};

/**
 * A link inside the store with the locale prefix. It is a plain `<a>`; `LinkNavigation` turns clicks on any of them
 * into client-side navigations, so that a page with hundreds of links renders fast on the server.
 */
export function Link({ to, replace, keepScroll, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={useI18n().to(to)}
      data-replace={replace ? "" : undefined}
      data-keep-scroll={keepScroll ? "" : undefined}
    />
  );
}

const preloadFiles = createPreloader((file, done) => {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = file;
  link.addEventListener("load", done);
  link.addEventListener("error", done);
  document.head.append(link);
});

/**
 * Dispatched on `window` once the page responds to events, and again when a lazily hydrated part of it does
 * (event-replay.ts).
 */
export const HYDRATED_EVENT = "hydrated";

/**
 * Navigates on clicks on the store's own links without loading a new document, and preloads the scripts of the page
 * whose link the pointer hovers over. Loader data is not prefetched: a response cached even for seconds would be shown
 * again after the shopper changed their cart.
 */
export function LinkNavigation() {
  const navigate = useNavigate();
  const routes = use(DataRouterContext)?.router.routes;
  const manifest = use(FrameworkContext)?.manifest.routes;

  useEffect(() => {
    let cancelNavigation: (() => void) | undefined;
    const onClick = (event: MouseEvent) => {
      const link = findInternalLink(event.target);
      if (!link || event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const { pathname, search, hash } = new URL(link.href);
      if (hash && pathname === location.pathname && search === location.search) return;
      if (needsNewDocument(pathname)) return;
      event.preventDefault();
      // Of several clicks in a row the last one wins.
      cancelNavigation?.();
      const isSamePage = differsOnlyBySignIn(location.href, link.href);
      const options = {
        replace: "replace" in link.dataset || link.href === location.href,
        preventScrollReset: isSamePage || "keepScroll" in link.dataset,
        ...(isSamePage ? { defaultShouldRevalidate: false } : {}),
      };
      const navigateToLink = () => void navigate(pathname + search + hash, options);
      if (isSamePage && /[?&]auth=/.test(search)) {
        // Processing a new URL makes the router update the whole page: the dialog is shown before that.
        openSignInDialog();
        cancelNavigation = runAfterPaint(navigateToLink);
      } else navigateToLink();
    };
    // React stops click events in a boundary that is not hydrated yet (lazy-hydration.tsx).
    const onUnhydratedClick = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest("[data-not-hydrated]")) onClick(event);
    };
    const onIntent = (event: Event) => {
      const link = findInternalLink(event.target);
      // Only links in the page's content: the links in the header and footer are rarely the next step.
      if (!link?.closest("main") || !routes || !manifest || shouldSaveData(navigator)) return;
      const url = new URL(link.href);
      if (needsNewDocument(url.pathname)) return;
      const route = manifest[matchRoutes(routes, url)?.at(-1)?.route.id ?? ""];
      if (route) preloadFiles([route.module, ...(route.imports ?? [])]);
    };
    let hoverTimer: ReturnType<typeof setTimeout> | undefined;
    const onHover = (event: Event) => {
      clearTimeout(hoverTimer);
      hoverTimer = setTimeout(onIntent, HOVER_INTENT_MS, event);
    };
    document.addEventListener("click", onClick);
    addEventListener("click", onUnhydratedClick, true);
    document.addEventListener("mouseover", onHover, { passive: true });
    document.addEventListener("focusin", onHover);
    document.addEventListener("touchstart", onIntent, { passive: true });
    dispatchEvent(new Event(HYDRATED_EVENT));
    return () => {
      clearTimeout(hoverTimer);
      document.removeEventListener("click", onClick);
      removeEventListener("click", onUnhydratedClick, true);
      document.removeEventListener("mouseover", onHover);
      document.removeEventListener("focusin", onHover);
      document.removeEventListener("touchstart", onIntent);
    };
  }, [navigate, routes, manifest]);

  return null;
}

/**
 * Whether a URL must be loaded as a new document: a URL in another locale, whose messages and routes are not loaded,
 * and a change between a payment or secret page and any other, so that third-party scripts loaded elsewhere are not
 * present there.
 */
function needsNewDocument(pathname: string): boolean {
  const target = splitPath(pathname);
  const current = splitPath(location.pathname);
  return target.locale !== current.locale || isPrivatePage(target.path) !== isPrivatePage(current.path);
}

/** The internal link that an event target is in, or null. `data-document` requests a new document. */
function findInternalLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link?.href || link.origin !== location.origin) return null;
  if (link.target || link.hasAttribute("download") || "document" in link.dataset) return null;
  return link;
}
