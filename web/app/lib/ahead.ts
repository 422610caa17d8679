import { savesData } from "./route-preloads.ts";

/**
 * For a control that opens something: its code is fetched when a pointer comes near, a finger goes down or the focus
 * arrives, so that it is there or under way when the control is used.
 */
export function ahead(load: () => Promise<unknown>) {
  const fetchNow = () => {
    // What fails here is tried again, and told, when it is needed.
    if (!savesData(navigator)) load().catch(() => undefined);
  };
  return { onPointerEnter: fetchNow, onFocus: fetchNow } as const;
}
