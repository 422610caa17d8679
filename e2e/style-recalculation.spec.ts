import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { getLocaleData, waitForHydration } from "./locators.ts";

type TraceEvent = { name: string; args: { elementCount?: number } };

/** Returns of how many elements the browser calculates the styles, at most, for one of the changes. */
async function countRecalculated(page: Page, change: () => void): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const completed = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline"] },
  });
  await page.evaluate(change);
  await session.send("Tracing.end");
  await completed;
  await session.detach();
  const counts = events.filter(({ name }) => name === "UpdateLayoutTree").map(({ args }) => args.elementCount ?? 0);
  expect(counts).not.toEqual([]);
  return Math.max(...counts);
}

// A selector such as `:root:has(x) *`, which `group-has-*:` of Tailwind is, makes the browser calculate the styles of the
// whole page again for every element that is inserted: half of the time in which a phone is blocked after the first paint.
test("hydration and inserted elements change the styles of few elements", async ({ page, locale }) => {
  const { prefix } = getLocaleData(locale);
  const { data: list } = (await (await page.request.get("/v1/products?in_stock=1&per_page=1")).json()) as {
    data: { items: { link_rewrite: string }[] };
  };
  for (const path of [prefix || "/", `${prefix}/best-sales`, `${prefix}/${list.items[0]?.link_rewrite}`]) {
    await page.goto(path);
    await waitForHydration(page);
    const elementCount = await page.evaluate(() => document.querySelectorAll("*").length);
    const hydrated = await countRecalculated(page, () => {
      document.documentElement.removeAttribute("data-hydrated");
      getComputedStyle(document.body).getPropertyValue("color");
      document.documentElement.dataset["hydrated"] = "";
      getComputedStyle(document.body).getPropertyValue("color");
    });
    expect(hydrated, `${path}, hydrated`).toBeLessThan(elementCount / 4);
    const inserted = await countRecalculated(page, () => {
      document.body.append(document.createElement("p"));
      getComputedStyle(document.body).getPropertyValue("color");
    });
    expect(inserted, `${path}, inserted`).toBeLessThan(elementCount / 4);
  }
});
