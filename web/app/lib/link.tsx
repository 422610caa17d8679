import { use, useEffect, type AnchorHTMLAttributes } from "react";
import {
  matchRoutes,
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  useNavigate,
} from "react-router";
import { afterPaint } from "../ui/after-paint.ts";
import { RESTING_MS } from "./behaviour-settings.ts";
import { openDoor } from "./door.ts";
import { splitPath } from "./locale.ts";
import { onlyOpensDoor } from "./own-path.ts";
import { isPrivatePage } from "./page-services.ts";
import { makePreloads, savesData } from "./route-preloads.ts";
import { useShop } from "./shop.tsx";

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** A path of this site without the locale's prefix. */
  to: string;
  /** Replaces the address in the history instead of adding one. */
  replace?: boolean;
  /** The page keeps its place: filters, sorting, options. */
  keepScroll?: boolean;
};

/**
 * A link inside the shop: the address gets the locale's prefix. It is a plain `<a>`; `LinkNavigation` turns
 * clicks on any of them into navigations, so a page of hundreds of links costs the server next to nothing.
 */
export function Link({ to, replace, keepScroll, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={useShop().to(to)}
      data-replace={replace ? "" : undefined}
      data-keep-scroll={keepScroll ? "" : undefined}
    />
  );
}

const preload = makePreloads((file, done) => {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = file;
  link.addEventListener("load", done);
  link.addEventListener("error", done);
  document.head.append(link);
});

/** What a page says of itself once it answers presses, and again when another part of it does (early-presses.ts). */
export const ALIVE = "alive";

/**
 * Follows clicks on the shop's own links without loading a new document, and asks ahead for the scripts of the page the
 * pointer rests on. Its data are not fetched ahead: an answer that may be kept even for seconds would be shown again
 * after the shopper changed his cart.
 */
export function LinkNavigation() {
  const navigate = useNavigate();
  const routes = use(DataRouterContext)?.router.routes;
  const manifest = use(FrameworkContext)?.manifest.routes;

  useEffect(() => {
    let callOff: (() => void) | undefined;
    const onClick = (event: MouseEvent) => {
      const link = ownLink(event.target);
      if (!link || event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const { pathname, search, hash } = new URL(link.href);
      if (hash && pathname === location.pathname && search === location.search) return;
      if (isDocument(pathname)) return;
      event.preventDefault();
      // Whoever presses twice, or on something else at once, means the last press.
      callOff?.();
      const samePage = onlyOpensDoor(location.href, link.href);
      const how = {
        replace: "replace" in link.dataset || link.href === location.href,
        preventScrollReset: samePage || "keepScroll" in link.dataset,
        ...(samePage ? { defaultShouldRevalidate: false } : {}),
      };
      const follow = () => void navigate(pathname + search + hash, how);
      if (samePage && /[?&]auth=/.test(search)) {
        // Another address makes the router look at the whole page: a phone shows the door before.
        openDoor();
        callOff = afterPaint(follow);
      } else follow();
    };
    // React keeps a click to itself in a part that still waits for its script (later.tsx).
    const onWaiting = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest("[data-waiting]")) onClick(event);
    };
    const onIntent = (event: Event) => {
      const link = ownLink(event.target);
      // The page's own links: what the frame offers everywhere is rarely the next step.
      if (!link?.closest("main") || !routes || !manifest || savesData(navigator)) return;
      const address = new URL(link.href);
      if (isDocument(address.pathname)) return;
      const route = manifest[matchRoutes(routes, address)?.at(-1)?.route.id ?? ""];
      if (route) preload([route.module, ...(route.imports ?? [])]);
    };
    let resting: ReturnType<typeof setTimeout> | undefined;
    const onHover = (event: Event) => {
      clearTimeout(resting);
      resting = setTimeout(onIntent, RESTING_MS, event);
    };
    document.addEventListener("click", onClick);
    addEventListener("click", onWaiting, true);
    document.addEventListener("mouseover", onHover, { passive: true });
    document.addEventListener("focusin", onHover);
    document.addEventListener("touchstart", onIntent, { passive: true });
    dispatchEvent(new Event(ALIVE));
    return () => {
      clearTimeout(resting);
      document.removeEventListener("click", onClick);
      removeEventListener("click", onWaiting, true);
      document.removeEventListener("mouseover", onHover);
      document.removeEventListener("focusin", onHover);
      document.removeEventListener("touchstart", onIntent);
    };
  }, [navigate, routes, manifest]);

  return null;
}

/**
 * True of an address that is loaded as a document of its own: in another language, whose texts and addresses are not
 * here, and where a card is typed, to which what was loaded for other pages does not come along, nor back.
 */
function isDocument(pathname: string): boolean {
  const there = splitPath(pathname);
  const here = splitPath(location.pathname);
  return there.locale !== here.locale || isPrivatePage(there.path) !== isPrivatePage(here.path);
}

/** The link under an event, if the shop itself answers it. `data-document` asks for a fresh document. */
function ownLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link?.href || link.origin !== location.origin) return null;
  if (link.target || link.hasAttribute("download") || "document" in link.dataset) return null;
  return link;
}
