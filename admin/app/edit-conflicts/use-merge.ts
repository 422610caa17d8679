import { useEffect, useState } from "react";
import type { compareTexts, mergeTexts } from "./merge.ts";

type Merge = { compareTexts: typeof compareTexts; mergeTexts: typeof mergeTexts };

/** Loads the comparison of texts, which only conflicts need. Null until then, and without a connection. */
export function useMerge(): Merge | null {
  const [merge, setMerge] = useState<Merge | null>(null);
  useEffect(() => {
    import("./merge.ts").then(setMerge, () => undefined);
  }, []);
  return merge;
}
