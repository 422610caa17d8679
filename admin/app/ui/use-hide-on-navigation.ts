import { useEffect, useRef, type RefObject } from "react";
import { useLocation } from "react-router";

/** Hides a popover when another page is shown. One that was opened before hydration stays open. */
export function useHideOnNavigation(ref: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shownPathname = useRef(pathname);
  useEffect(() => {
    if (shownPathname.current === pathname) return;
    shownPathname.current = pathname;
    if (ref.current?.matches(":popover-open")) ref.current.hidePopover();
  }, [ref, pathname]);
}
