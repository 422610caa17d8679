import type { MouseEvent } from "react";
import { createStore, useStoreValue } from "@furoshiki/design-system/browser/store.ts";

const pressedUrl = createStore<string | null>(null);

/**
 * Notes that a link to the sign-in dialog was pressed, so that the dialog opens at once: the router renders the whole
 * page for the new URL first, which takes half a second on a slow phone.
 * @param url path and query of the current page with the dialog
 */
export function pressSignInLink(event: MouseEvent, url: string): void {
  const isModified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  if (event.button === 0 && !isModified && !event.defaultPrevented) pressedUrl.update(url);
}

/** Forgets the pressed link: the router has rendered its URL, or the dialog was closed. */
export function releaseSignInLink(): void {
  pressedUrl.update(null);
}

/** Returns the URL of a pressed link that the router has not rendered yet, or null. */
export function usePressedSignInLink(): string | null {
  return useStoreValue(pressedUrl);
}
