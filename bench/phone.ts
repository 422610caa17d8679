import { type Browser, type BrowserContextOptions, chromium } from "@playwright/test";

/** The transferred sizes of a page in kilobytes, and its number of requests. */
export type Weight = { scriptKb: number; allKb: number; requests: number };

/** The phone on which pages are measured. */
export const phoneContext: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: "ru-RU",
};

/** How many times slower the phone's CPU is than this machine's. */
export const CPU_SLOWDOWN = 4;
const BITS_PER_BYTE = 8;
/** Network conditions of slow 4G, in the format of the DevTools protocol. */
export const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / BITS_PER_BYTE,
  uploadThroughput: 750_000 / BITS_PER_BYTE,
};

/** The command line flags of Chromium, whose sandbox cannot be used by root. */
export const chromiumFlags = process.getuid?.() === 0 ? ["--no-sandbox", "--disable-gpu"] : ["--disable-gpu"];

/** Starts Chromium: the one of CHROMIUM_PATH, otherwise Playwright's. */
export function openChromium(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"];
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumFlags });
}

/**
 * Returns the transferred (compressed) size of a page on a phone.
 * @param cookie header of a signed-in visitor
 */
export async function measurePageWeight(url: string, cookie?: string): Promise<Weight> {
  const browser = await openChromium();
  try {
    const context = await browser.newContext({ ...phoneContext, ...(cookie ? { extraHTTPHeaders: { cookie } } : {}) });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const resourceTypes = new Map<string, string>();
    const sizes = { script: 0, all: 0, requests: 0 };
    session.on("Network.responseReceived", ({ requestId, type }) => resourceTypes.set(requestId, type));
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      sizes.all += encodedDataLength;
      sizes.requests++;
      if (resourceTypes.get(requestId) === "Script") sizes.script += encodedDataLength;
    });
    await session.send("Network.enable");
    await page.goto(url, { waitUntil: "networkidle" });
    return { scriptKb: sizes.script / 1024, allKb: sizes.all / 1024, requests: sizes.requests };
  } finally {
    await browser.close();
  }
}
