import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/**
 * Returns the axe violations: WCAG 2.2 level A and AA, including targets of 24 px, and best practices. `excluded` is a
 * selector left out: elements partly covered by a popover are reported as targets that are too small.
 */
export async function findAxeViolations(page: Page, excluded?: string): Promise<string[]> {
  await waitForTransitions(page);
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).withTags(AXE_TAGS);
  if (excluded) axe.exclude(excluded);
  // The store has no frames; the default mode opens a page of its own for them.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target).join("; ")})`);
}

/** Waits for transitions and animations that end: in the middle of one, colors have less contrast. */
async function waitForTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const endingAnimations = document
      .getAnimations()
      .filter(
        ({ effect, playState }) => playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime),
      );
    await Promise.allSettled(endingAnimations.map(({ finished }) => finished));
  });
}

/**
 * Returns faults of the page layout: there must be one h1, one main element, and a skip link as the first focusable
 * element.
 */
export async function findLayoutFaults(page: Page): Promise<string[]> {
  const faults = await page.evaluate(() => {
    const countVisible = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length;
    const firstFocusable = document.querySelector("a[href], button, input, select, textarea, summary, [tabindex]");
    return [
      ...(countVisible("h1") === 1 ? [] : [`${countVisible("h1")} headings of level 1`]),
      ...(countVisible("main") === 1 ? [] : [`${countVisible("main")} main elements`]),
      ...(firstFocusable?.getAttribute("href") === "#main" ? [] : ["the skip link is not the first focusable element"]),
    ];
  });
  const skipLink = page.getByRole("link", { name: /^(К содержанию|Skip to content)$/ }).first();
  await skipLink.focus();
  const box = await skipLink.boundingBox();
  if (!box || box.width < 24 || box.height < 24 || box.y < 0) faults.push("the focused skip link is not visible");
  await skipLink.press("Enter");
  if (!(await page.evaluate(() => document.activeElement?.matches("main")))) faults.push("the skip link leads nowhere");
  return faults;
}

/** The narrowest phone, and a desktop at 200% zoom. */
const narrowViewports = [
  { width: 640, height: 450 },
  { width: 320, height: 640 },
];

/** Returns what does not fit narrow windows: horizontal scrolling and clipped text. */
export async function findNarrowViewportFaults(page: Page): Promise<string[]> {
  const originalViewport = page.viewportSize();
  const faults: string[] = [];
  for (const size of narrowViewports) {
    await page.setViewportSize(size);
    const viewportFaults = await page.evaluate((width) => {
      const overflowPx = document.documentElement.scrollWidth - width;
      const isInScrollContainer = (element: Element) => {
        for (
          let ancestor: Element | null = element;
          ancestor && ancestor !== document.body;
          ancestor = ancestor.parentElement
        )
          if (/auto|scroll/.test(getComputedStyle(ancestor).overflowX)) return true;
        return false;
      };
      const clippedElements = [...document.querySelectorAll("header *, main *, footer *")].filter((element) => {
        if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()))
          return false;
        const box = element.getBoundingClientRect();
        if (box.width <= 1 || !element.checkVisibility({ visibilityProperty: true })) return false;
        return (box.right > width + 1 || box.left < -1) && !isInScrollContainer(element);
      });
      return [
        ...(overflowPx > 0 ? [`scrolls sideways by ${overflowPx} px`] : []),
        ...clippedElements.map((element) => `cuts off “${element.textContent?.trim().slice(0, 40)}”`),
      ];
    }, size.width);
    faults.push(...viewportFaults.map((fault) => `at ${size.width} px ${fault}`));
  }
  if (originalViewport) await page.setViewportSize(originalViewport);
  return faults;
}

/**
 * Returns null if the focused element has a visible focus indicator and is not covered, else a description of the
 * fault.
 */
export function findFocusFault(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const name = focused.getAttribute("aria-label") ?? focused.textContent?.trim().slice(0, 40) ?? "";
    if (!focused.matches(":focus-visible")) return `“${name}” has no visible focus indicator`;
    // A visually hidden control is represented by its label.
    const visibleElement = focused.getBoundingClientRect().width > 1 ? focused : (focused.closest("label") ?? focused);
    const box = visibleElement.getClientRects()[0] ?? visibleElement.getBoundingClientRect();
    const topElement = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (topElement && (visibleElement.contains(topElement) || topElement.contains(visibleElement))) return null;
    const coveringBar = topElement?.closest("header, nav, form, div[class*=sticky], div[class*=fixed]");
    return `“${name}” is covered by ${topElement ? (coveringBar?.outerHTML.slice(0, 90) ?? topElement.tagName) : "the edge of the window"}`;
  });
}
