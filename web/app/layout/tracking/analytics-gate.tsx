import type { ReactNode } from "react";
import type { RootData } from "../../store-config/root-data.ts";
import { ConsentBar } from "./consent-bar.tsx";
import { useAnalytics } from "./use-analytics.ts";

/**
 * Tracks page views and events if the store has configured analytics, and asks the visitor for consent first;
 * `children` is the bar that is shown otherwise.
 */
export function AnalyticsGate({ config, children }: { config: RootData["config"]; children: ReactNode }) {
  const consent = useAnalytics(config);
  return consent.shouldAsk ? <ConsentBar onAnswer={consent.answer} isReopened={consent.isReopened} /> : children;
}
