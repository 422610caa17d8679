import type { Page } from "@playwright/test";
import { calculateMedian, type Report } from "./measure.ts";
import { openChromium } from "./phone.ts";

const CHANGE_COUNT = 11;
/** Longer than the list waits between two reloads, in ms. */
const PAUSE_MS = 3500;
/** The time between two changes of a colleague in a hurry, in ms. */
const SHORT_PAUSE_MS = 700;

type Options = Readonly<{ origin: string; cookie: string; colleague: Readonly<{ cookie: string; name: string }> }>;

/** Measures how soon an open order list shows what a colleague changes, from the request of the colleague on. */
export async function measureLiveUpdates({ origin, cookie, colleague }: Options, report: Report): Promise<void> {
  const browser = await openChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, extraHTTPHeaders: { cookie } });
    const connected = page.waitForRequest((request) => request.url().endsWith("/v1/admin/events"));
    await page.goto(`${origin}/admin/orders`, { waitUntil: "load" });
    await connected;
    const order = (await page.locator("tbody [data-row-link]").first().getAttribute("href"))?.match(/\d+/)?.[0];
    const setAssigned = async (isAssigned: boolean) => {
      const startedAt = performance.now();
      const response = await fetch(`${origin}/v1/admin/orders/${order}/assignment`, {
        method: isAssigned ? "PUT" : "DELETE",
        headers: { cookie: colleague.cookie, origin, "content-type": "application/json" },
        body: "{}",
      });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      await waitForName(page, colleague.name, isAssigned);
      return performance.now() - startedAt;
    };
    for (const [name, pause] of Object.entries({ "one change": PAUSE_MS, "changes in a row": SHORT_PAUSE_MS })) {
      const durations: number[] = [];
      for (let n = 0; n < CHANGE_COUNT; n++) {
        await page.waitForTimeout(pause);
        durations.push(await setAssigned(n % 2 === 0));
      }
      // The next changes begin with an order that is not assigned.
      await setAssigned(false);
      const slowest = Math.max(...durations).toFixed(0);
      report(
        `event to screen, ${name}`,
        `${calculateMedian(durations).toFixed(0)} ms, slowest ${slowest} ms`,
        "1000 ms",
      );
    }
  } finally {
    await browser.close();
  }
}

/** Waits until the first row of the list has the name, or has it no more. */
async function waitForName(page: Page, name: string, isShown: boolean): Promise<void> {
  await page.waitForFunction(
    ([text, shown]) => document.querySelector("tbody tr")?.textContent.includes(text) === shown,
    [name, isShown] as const,
  );
}
