import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/**
 * What axe finds: WCAG 2.2 to level AA, targets of 24 px among it, and what is held to be good practice. `besides` is
 * left out: what a popover lies over is partly covered, and its targets look small.
 */
export async function axeFindings(page: Page, besides?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).withTags(STANDARDS);
  if (besides) axe.exclude(besides);
  // The shop has no frames: they are what the other mode opens a page of its own for.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target).join("; ")})`);
}

/** One heading above all, one main part, and a first link that leads there past the header. */
export async function frameFaults(page: Page): Promise<string[]> {
  const faults = await page.evaluate(() => {
    const count = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length;
    const first = document.querySelector("a[href], button, input, select, textarea, summary, [tabindex]");
    return [
      ...(count("h1") === 1 ? [] : [`${count("h1")} headings of level 1`]),
      ...(count("main") === 1 ? [] : [`${count("main")} main parts`]),
      ...(first?.getAttribute("href") === "#main" ? [] : ["the way past the header is not the first link"]),
    ];
  });
  const skip = page.locator('a[href="#main"]').first();
  await skip.focus();
  const box = await skip.boundingBox();
  if (!box || box.width < 24 || box.height < 24 || box.y < 0) faults.push("the focused skip link is not seen");
  await skip.press("Enter");
  if (!(await page.evaluate(() => document.activeElement?.matches("main")))) faults.push("the skip link leads nowhere");
  return faults;
}

/** The widths of a phone at its narrowest and of a desktop magnified twice. */
const NARROW = [
  { width: 640, height: 450 },
  { width: 320, height: 640 },
];

/** What does not fit a narrow window: a page that scrolls sideways, words that are cut off. */
export async function narrowFaults(page: Page): Promise<string[]> {
  const usual = page.viewportSize();
  const faults: string[] = [];
  for (const size of NARROW) {
    await page.setViewportSize(size);
    const found = await page.evaluate((width) => {
      const sideways = document.documentElement.scrollWidth - width;
      const scrolls = (element: Element) => {
        for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
          if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
        return false;
      };
      const cut = [...document.querySelectorAll("header *, main *, footer *")].filter((element) => {
        if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()))
          return false;
        const box = element.getBoundingClientRect();
        if (box.width <= 1 || !element.checkVisibility({ visibilityProperty: true })) return false;
        return (box.right > width + 1 || box.left < -1) && !scrolls(element);
      });
      return [
        ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
        ...cut.map((element) => `cuts off “${element.textContent?.trim().slice(0, 40)}”`),
      ];
    }, size.width);
    faults.push(...found.map((fault) => `at ${size.width} px ${fault}`));
  }
  if (usual) await page.setViewportSize(usual);
  return faults;
}

/** Null where what has the focus is marked and nothing lies over its middle; else what is wrong, in words. */
export function focusFault(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const name = focused.getAttribute("aria-label") ?? focused.textContent?.trim().slice(0, 40) ?? "";
    if (!focused.matches(":focus-visible")) return `the focus on “${name}” is not marked`;
    // A control that only readers meet is drawn by its label.
    const shown = focused.getBoundingClientRect().width > 1 ? focused : (focused.closest("label") ?? focused);
    const box = shown.getClientRects()[0] ?? shown.getBoundingClientRect();
    const above = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (above && (shown.contains(above) || above.contains(shown))) return null;
    const bar = above?.closest("header, nav, form, div[class*=sticky], div[class*=fixed]");
    return `“${name}” is under ${above ? (bar?.outerHTML.slice(0, 90) ?? above.tagName) : "the edge of the window"}`;
  });
}

/** Says every fault of a page and goes on. */
export function expectFaultless(faults: readonly string[], what: string): void {
  expect.soft(faults, what).toEqual([]);
}
