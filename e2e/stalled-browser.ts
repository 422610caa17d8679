import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BrowserContext, Page, TestInfo } from "@playwright/test";

const PATIENCE_MS = 3000;

/**
 * A headless browser stops making frames for good, once in some thousand stories: the page's scripts answer as before, and
 * what waits for a frame, as every press of a story does, waits forever. That says nothing of the shop, and such a story
 * is told once more in a new browser. What failed in any other way is not.
 */
export function refuseNeedlessRetry(info: TestInfo): void {
  if (info.retry > 0 && !existsSync(markOf(info))) throw new Error("It failed in a browser that made frames.");
}

/** Leaves a mark for the retry where a story failed in a browser that makes no frames. */
export async function markStalledBrowser(context: BrowserContext, info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus || info.retry > 0) return;
  const stalled = await Promise.all(context.pages().map(answersWithoutFrames));
  if (!stalled.includes(true)) return;
  mkdirSync(dirname(markOf(info)), { recursive: true });
  writeFileSync(markOf(info), "");
  console.log(`The browser stopped making frames: ${info.titlePath.join(" › ")}`);
}

const markOf = (info: TestInfo) => join(info.project.outputDir, `${info.testId}.stalled`);

/**
 * @returns whether a page that is all there answers and makes no frames; false where it does not answer either, and where
 * it waits for its style or stands behind another: then a browser rightly makes none.
 */
function answersWithoutFrames(page: Page): Promise<boolean> {
  const asked = page.evaluate(
    (patienceMs) =>
      new Promise<boolean>((tell) => {
        if (document.readyState !== "complete" || document.hidden) tell(false);
        requestAnimationFrame(() => tell(false));
        setTimeout(tell, patienceMs, true);
      }),
    PATIENCE_MS,
  );
  const deaf = new Promise<boolean>((tell) => void setTimeout(tell, 2 * PATIENCE_MS, false));
  return Promise.race([asked, deaf]).catch(() => false);
}
