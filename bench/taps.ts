import type { Browser, Locator, Page } from "@playwright/test";
import ruRU from "../web/app/messages/ru-RU.json" with { type: "json" };
import { type Note, median } from "./measure.ts";
import { pagesOf } from "./pages.ts";
import { openChromium, phone, SLOWER_PROCESSOR, slowNetwork } from "./phone.ts";
import { measureWeights } from "./weights.ts";

const VISITS = 7;
const customer = { email: "anna@example.com", password: "furoshiki-demo" };

type Tap = {
  what: string;
  on: (page: Page) => Locator;
  /** What the tap brings, as a selector: in sight once it is opaque enough and has something inside. */
  answer: string;
  signedIn?: boolean;
};

const bar = (page: Page) => page.getByRole("navigation", { name: ruRU["shell.main_menu"] });
const floor = "floor-of-this-machine";
const taps: Tap[] = [
  {
    what: "a bare box, the least that this machine and its driver take",
    on: (page) => page.locator(`#${floor}`),
    answer: `#${floor} > *`,
  },
  {
    what: "the catalogue drawer",
    on: (page) => bar(page).getByRole("link", { name: ruRU["shell.catalogue"] }),
    answer: "dialog[open] > *",
  },
  {
    what: "the sign-in",
    on: (page) => bar(page).getByRole("link", { name: ruRU["shell.sign_in"] }),
    answer: "dialog[open] > *",
  },
  {
    what: "the layer of the search",
    on: (page) => page.getByRole("combobox", { name: ruRU["search.label"] }).filter({ visible: true }),
    answer: "[data-searching] > *",
  },
  {
    what: "the list of currencies",
    on: (page) => page.getByRole("button", { name: ruRU["shell.currency"] }).filter({ visible: true }),
    answer: "[aria-haspopup][aria-expanded='true'] + * > *",
  },
  {
    what: "the notifications",
    on: (page) => bar(page).getByRole("button", { name: ruRU["shell.events"] }),
    answer: "dialog[open] > *",
    signedIn: true,
  },
];

/**
 * From a finger leaving the screen to what its tap opens being painted, on the category page of a slow phone; in ms. How long
 * a finger stays down is the shopper's, and here the driver's, who sends both in turn: browsers too count a press and its
 * click each for itself (Interaction to Next Paint).
 */
export async function measureTaps(origin: string, note: Note): Promise<void> {
  const { category } = await pagesOf(origin);
  const browser = await openChromium();
  try {
    for (const tap of taps) {
      const times = await visits(browser, origin, category, tap);
      const span = `${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)}`;
      note(
        `from a tap to ${tap.what}`,
        `${median(times).toFixed(0)} ms (${span})`,
        tap.answer.includes(floor) ? "" : "100 ms",
      );
    }
  } finally {
    await browser.close();
  }
  measureWeights(note);
}

async function visits(browser: Browser, origin: string, path: string, tap: Tap): Promise<number[]> {
  const context = await browser.newContext(phone);
  if (tap.signedIn) await context.addCookies([{ name: "token", value: await signIn(origin), url: origin }]);
  const times: number[] = [];
  // The first visit fills the caches.
  for (let visit = 0; visit <= VISITS; visit++) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", slowNetwork);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_PROCESSOR });
    await page.goto(origin + path, { waitUntil: "networkidle" });
    if (tap.answer.includes(floor)) await page.evaluate(putBareButton, floor);
    await page.evaluate(untilIdle);
    await page.evaluate(watchAnswer, tap.answer);
    await tap.on(page).tap();
    const time = await page.evaluate(() => window.answered);
    if (visit > 0) times.push(time);
    await page.close();
  }
  await context.close();
  return times;
}

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/v1/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(customer),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  return data.token;
}

declare global {
  interface Window {
    /** Ms from the finger's leaving to the answer. */
    answered: Promise<number>;
  }
}

/** In the page: a button that is nobody's, which shows a box at once. */
function putBareButton(id: string): void {
  const button = document.createElement("button");
  button.id = id;
  Object.assign(button.style, { position: "fixed", inset: "200px 50px auto", zIndex: "99", padding: "20px" });
  button.addEventListener("click", () =>
    button.append(Object.assign(document.createElement("div"), { innerText: id })),
  );
  button.textContent = id;
  document.body.append(button);
}

/** In the page: nothing has been waiting for the main thread for a while. */
async function untilIdle(): Promise<void> {
  const CALM = 5;
  const WHOLE_MS = 40;
  for (let calm = 0; calm < CALM;) {
    const left = await new Promise<number>((resolve) => {
      requestIdleCallback((deadline) => resolve(deadline.timeRemaining()));
    });
    calm = left >= WHOLE_MS ? calm + 1 : 0;
  }
}

/** In the page: looks in every frame from the lifted finger on, and takes the time when the one with the answer is painted. */
function watchAnswer(selector: string): void {
  const inSight = (element: Element) => {
    let opacity = 1;
    for (let at: Element | null = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    const onScreen = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    return opacity >= 0.1 && onScreen && width > 0 && height > 0;
  };
  window.answered = new Promise((resolve) => {
    const onFinger = ({ timeStamp }: Event) => {
      const look = () => {
        if (![...document.querySelectorAll(selector)].some(inSight)) {
          requestAnimationFrame(look);
          return;
        }
        // A timer set in a frame fires when that frame is painted.
        setTimeout(() => resolve(performance.now() - timeStamp));
      };
      requestAnimationFrame(look);
    };
    addEventListener("pointerup", onFinger, { capture: true, once: true });
  });
}
