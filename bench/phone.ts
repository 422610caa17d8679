import { type Browser, type BrowserContextOptions, chromium } from "@playwright/test";

export type Weight = { scriptKb: number; allKb: number; requests: number };

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: "ru-RU",
};

/** So many times slower than this machine's processor. */
export const SLOWER_PROCESSOR = 4;
const BITS_PER_BYTE = 8;
/** A slow fourth generation network, as the browser's protocol takes it. */
export const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / BITS_PER_BYTE,
  uploadThroughput: 750_000 / BITS_PER_BYTE,
};

/** What Chromium is started with here; root may not have its sandbox. */
export const flags = process.getuid?.() === 0 ? ["--no-sandbox", "--disable-gpu"] : ["--disable-gpu"];

export function openChromium(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"];
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: flags });
}

/** What a phone loads to show a page, as it travels: packed. */
export async function weigh(address: string): Promise<Weight> {
  const browser = await openChromium();
  try {
    const context = await browser.newContext(phone);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const kinds = new Map<string, string>();
    const sizes = { script: 0, all: 0, requests: 0 };
    session.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      sizes.all += encodedDataLength;
      sizes.requests++;
      if (kinds.get(requestId) === "Script") sizes.script += encodedDataLength;
    });
    await session.send("Network.enable");
    await page.goto(address, { waitUntil: "networkidle" });
    return { scriptKb: sizes.script / 1024, allKb: sizes.all / 1024, requests: sizes.requests };
  } finally {
    await browser.close();
  }
}
