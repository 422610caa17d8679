import type { ReactNode } from "react";
import type { Known } from "../lib/known.ts";
import { ConsentBar } from "./consent-bar.tsx";
import { useCounting } from "./use-counting.ts";

/** Counts what happens on the pages of a shop that has set that up, and asks the visitor first; `children` is the bar that else stands there. */
export function Counted({ config, children }: { config: Known["config"]; children: ReactNode }) {
  const consent = useCounting(config);
  return consent.isAsked ? <ConsentBar onAnswer={consent.answer} isReopened={consent.isReopened} /> : children;
}
