import { defineDurations, isMeasuring } from "../../../api/src/platform/observability/metrics.ts";
import {
  getErrorType,
  isTracing,
  markFailed,
  startChildSpan,
} from "../../../api/src/platform/observability/tracing.ts";

const recordRendering = defineDurations(
  "furoshiki_page_render_duration_seconds",
  "Time from the start of the rendering of a page until all of it is rendered, by site.",
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
);

type Rendering = { end: (error?: unknown) => void };
const unmeasured: Rendering = { end: () => undefined };

/** Starts measuring the rendering of a page. */
export function startRendering(site: "storefront" | "admin"): Rendering {
  if (!isMeasuring() && !isTracing()) return unmeasured;
  const startedAt = performance.now();
  const span = startChildSpan("render page", {});
  return {
    end: (error) => {
      recordRendering(performance.now() - startedAt, { site });
      if (span && error !== undefined) markFailed(span, getErrorType(error));
      span?.end();
    },
  };
}
