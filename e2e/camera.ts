import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { type DrawingContext, ean13 } from "bwip-js/node";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

/** The width of the narrowest bar in pixels. */
const MODULE = 4;

type Bar = { left: number; width: number };

/** Encodes an EAN-13 barcode. @returns its bars, in pixels */
function encodeEan13(barcode: string): Bar[] {
  const bars: Bar[] = [];
  const drawing: DrawingContext<void> = {
    scale: () => [MODULE, MODULE],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: () => undefined,
    line: (center, _top, _x, _bottom, width) => void bars.push({ left: Math.round(center - width / 2), width }),
    polygon: () => undefined,
    hexagon: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
    end: () => undefined,
  };
  ean13({ bcid: "ean13", text: barcode }, drawing);
  return bars;
}

/** Gives a page a camera that sees a barcode. The headless browser has none, not even a fake one. */
export async function showBarcode(page: Page, barcode: string): Promise<void> {
  await page.evaluate((bars) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    const draw = () => {
      context.fillStyle = "white";
      context.fillRect(0, 0, 640, 480);
      context.fillStyle = "black";
      for (const { left, width } of bars) context.fillRect(130 + left, 120, width, 240);
    };
    draw();
    // A stream has a picture when the canvas is drawn again.
    setInterval(draw, 100);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
  }, encodeEan13(barcode));
}

/**
 * Gives a page the Barcode Detection API, which Chromium has on Android, ChromeOS and macOS only. It reads the pictures
 * of the video with ZXing.
 * @returns a function that tells how many pictures were read
 */
export async function addBarcodeDetector(page: Page): Promise<() => number> {
  const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } });
  let pictures = 0;
  await page.exposeFunction("readPicture", async (dataUrl: string) => {
    pictures += 1;
    const png = Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
    return (await readBarcodes(new Uint8Array(png))).map(({ text }) => text);
  });
  await page.addInitScript(() => {
    const scope = globalThis as unknown as { readPicture: (dataUrl: string) => Promise<string[]> };
    const drawPicture = (video: HTMLVideoElement) => {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight });
      canvas.getContext("2d")?.drawImage(video, 0, 0);
      return canvas.toDataURL("image/png");
    };
    class Detector {
      static async getSupportedFormats(): Promise<string[]> {
        return ["ean_13", "code_128"];
      }
      async detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]> {
        return (await scope.readPicture(drawPicture(video))).map((rawValue) => ({ rawValue }));
      }
    }
    Object.assign(globalThis, { BarcodeDetector: Detector });
  });
  return () => pictures;
}
