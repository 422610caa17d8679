import type { Browser, Locator, Page } from "@playwright/test";
import ruRU from "../web/app/messages/ru-RU/shop.json" with { type: "json" };
import { type Report, calculateMedian } from "./measure.ts";
import { getBenchPaths } from "./pages.ts";
import { openChromium, phoneContext, CPU_SLOWDOWN, slowNetwork } from "./phone.ts";
import { measureAssetSizes } from "./asset-sizes.ts";

const VISIT_COUNT = 7;
const customer = { email: "anna@example.com", password: "furoshiki-demo" };

type Interaction = {
  label: string;
  getTarget: (page: Page) => Locator;
  /** A selector of the element that the tap shows: visible if it is opaque enough and not empty. */
  responseSelector: string;
  /** True if only a signed-in customer has the target. */
  isSignedIn?: boolean;
};

const getMainMenu = (page: Page) => page.getByRole("navigation", { name: ruRU["layout.main_menu"] });
const BASELINE_ID = "interaction-baseline";
const interactions: Interaction[] = [
  {
    label: "a plain box (baseline of machine and driver)",
    getTarget: (page) => page.locator(`#${BASELINE_ID}`),
    responseSelector: `#${BASELINE_ID} > *`,
  },
  {
    label: "the catalog drawer",
    getTarget: (page) => getMainMenu(page).getByRole("link", { name: ruRU["layout.catalog"] }),
    responseSelector: "dialog[open] > *",
  },
  {
    label: "the sign-in dialog",
    getTarget: (page) => getMainMenu(page).getByRole("link", { name: ruRU["layout.sign_in"] }),
    responseSelector: "dialog[open] > *",
  },
  {
    label: "the search overlay",
    getTarget: (page) => page.getByRole("combobox", { name: ruRU["search.label"] }).filter({ visible: true }),
    responseSelector: "[data-searching] > *",
  },
  {
    label: "the currency list",
    getTarget: (page) => page.getByRole("button", { name: ruRU["layout.currency"] }).filter({ visible: true }),
    responseSelector: "[aria-haspopup][aria-expanded='true'] + * > *",
  },
  {
    label: "the notifications",
    getTarget: (page) => getMainMenu(page).getByRole("button", { name: ruRU["layout.alerts"] }),
    responseSelector: "dialog[open] > *",
    isSignedIn: true,
  },
];

/**
 * Measures the time in ms from the pointer-up event to the paint of what the tap opens, on the category page of a slow
 * phone. The time until pointer-up is not counted, because it depends on the user (here on the driver); Interaction to
 * Next Paint counts press and click separately too.
 */
export async function measureInteractions(origin: string, report: Report): Promise<void> {
  const { category } = await getBenchPaths(origin);
  const browser = await openChromium();
  try {
    for (const interaction of interactions) {
      const durations = await measureVisits(browser, origin, category, interaction);
      const range = `${Math.min(...durations).toFixed(0)}–${Math.max(...durations).toFixed(0)}`;
      report(
        `from a tap to ${interaction.label}`,
        `${calculateMedian(durations).toFixed(0)} ms (${range})`,
        interaction.responseSelector.includes(BASELINE_ID) ? "" : "100 ms",
      );
    }
  } finally {
    await browser.close();
  }
  measureAssetSizes(report);
}

/** Measures an interaction on several visits of a page. @returns the durations in ms */
async function measureVisits(
  browser: Browser,
  origin: string,
  path: string,
  interaction: Interaction,
): Promise<number[]> {
  const context = await browser.newContext(phoneContext);
  if (interaction.isSignedIn) await context.addCookies([{ name: "token", value: await signIn(origin), url: origin }]);
  const durations: number[] = [];
  // The first visit fills the caches.
  for (let visit = 0; visit <= VISIT_COUNT; visit++) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", slowNetwork);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.goto(origin + path, { waitUntil: "networkidle" });
    if (interaction.responseSelector.includes(BASELINE_ID)) await page.evaluate(addBaselineButton, BASELINE_ID);
    await page.evaluate(waitUntilIdle);
    await page.evaluate(measureResponseTime, interaction.responseSelector);
    await interaction.getTarget(page).tap();
    const durationMs = await page.evaluate(() => window.responseTime);
    if (visit > 0) durations.push(durationMs);
    await page.close();
  }
  await context.close();
  return durations;
}

/** Signs the demo customer in. @returns the session token */
async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/v1/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(customer),
  });
  const { data } = (await response.json()) as { data: { token: string } };
  return data.token;
}

declare global {
  interface Window {
    /** The time in ms from the pointer-up event to the visible response. */
    responseTime: Promise<number>;
  }
}

/** Runs in the page: adds a button that shows a box immediately, as a baseline. */
function addBaselineButton(id: string): void {
  const button = document.createElement("button");
  button.id = id;
  Object.assign(button.style, { position: "fixed", inset: "200px 50px auto", zIndex: "99", padding: "20px" });
  button.addEventListener("click", () =>
    button.append(Object.assign(document.createElement("div"), { innerText: id })),
  );
  button.textContent = id;
  document.body.append(button);
}

/** Runs in the page: waits until the main thread has been idle for a while. */
async function waitUntilIdle(): Promise<void> {
  const REQUIRED_IDLE_CALLBACKS = 5;
  const IDLE_DEADLINE_MS = 40;
  for (let idleCallbacks = 0; idleCallbacks < REQUIRED_IDLE_CALLBACKS;) {
    const remainingMs = await new Promise<number>((resolve) => {
      requestIdleCallback((deadline) => resolve(deadline.timeRemaining()));
    });
    idleCallbacks = remainingMs >= IDLE_DEADLINE_MS ? idleCallbacks + 1 : 0;
  }
}

/**
 * Runs in the page: checks every frame after pointer-up, and measures the time until the frame with the response is
 * painted.
 */
function measureResponseTime(selector: string): void {
  const isVisible = (element: Element) => {
    let opacity = 1;
    for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
      opacity *= Number(getComputedStyle(ancestor).opacity);
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    const isOnScreen = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    return opacity >= 0.1 && isOnScreen && width > 0 && height > 0;
  };
  window.responseTime = new Promise((resolve) => {
    const handlePointerUp = ({ timeStamp }: Event) => {
      const checkFrame = () => {
        if (![...document.querySelectorAll(selector)].some(isVisible)) {
          requestAnimationFrame(checkFrame);
          return;
        }
        // A timer set in an animation frame fires after that frame is painted.
        setTimeout(() => resolve(performance.now() - timeStamp));
      };
      requestAnimationFrame(checkFrame);
    };
    addEventListener("pointerup", handlePointerUp, { capture: true, once: true });
  });
}
