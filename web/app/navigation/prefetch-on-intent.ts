import { shouldSaveData } from "./save-data.ts";

/**
 * Event handlers for a control that opens something: its code is fetched on hover, touch or focus, so that it is loaded
 * or loading when the control is used.
 */
export function prefetchOnIntent(load: () => Promise<unknown>) {
  const prefetch = () => {
    // A failed load is retried, and reported, when the code is needed.
    if (!shouldSaveData(navigator)) load().catch(() => undefined);
  };
  return { onPointerEnter: prefetch, onFocus: prefetch } as const;
}
