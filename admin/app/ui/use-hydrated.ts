import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** Whether the page is hydrated: false on the server and while the browser renders the same HTML. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
