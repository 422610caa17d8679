import { type Browser, type BrowserContextOptions, chromium } from "@playwright/test";

export type Weight = { scriptKb: number; allKb: number; requests: number };

export const phoneContext: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: "ru-RU",
};

/** The CPU slowdown, as a factor of this machine's CPU. */
export const CPU_SLOWDOWN = 4;
const BITS_PER_BYTE = 8;
/** Network conditions of slow 4G, in the format of the DevTools protocol. */
export const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / BITS_PER_BYTE,
  uploadThroughput: 750_000 / BITS_PER_BYTE,
};

/** Chromium's flags; root cannot use its sandbox. */
export const chromiumFlags = process.getuid?.() === 0 ? ["--no-sandbox", "--disable-gpu"] : ["--disable-gpu"];

export function openChromium(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"];
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumFlags });
}

/** Returns the transferred (compressed) size of a page on a phone. */
export async function measurePageWeight(url: string): Promise<Weight> {
  const browser = await openChromium();
  try {
    const context = await browser.newContext(phoneContext);
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
