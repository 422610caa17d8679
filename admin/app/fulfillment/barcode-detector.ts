/** The part of the Barcode Detection API that the packing station uses (https://wicg.github.io/shape-detection-api/). */
type BarcodeDetector = { detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]> };
type BarcodeDetectorClass = {
  new (options: { formats: string[] }): BarcodeDetector;
  getSupportedFormats(): Promise<string[]>;
};

/** The formats of products, references and labels. */
const scannedFormats: ReadonlySet<string> = new Set([
  ...["ean_13", "ean_8", "upc_a", "upc_e", "code_128", "code_39", "itf", "qr_code"],
]);

const getDetectorClass = () => (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector;

/** Whether the browser can scan with a camera: it has a detector, and the page may ask for a camera. */
export function isCameraScanningSupported(): boolean {
  return getDetectorClass() !== undefined && "mediaDevices" in navigator;
}

/** Creates a function that returns the codes in a picture of a video; null if the browser reads none of the formats. */
export async function createDetector(): Promise<((video: HTMLVideoElement) => Promise<string[]>) | null> {
  const Detector = getDetectorClass();
  const supported = (await Detector?.getSupportedFormats()) ?? [];
  const formats = supported.filter((format) => scannedFormats.has(format));
  if (!Detector || formats.length === 0) return null;
  const detector = new Detector({ formats });
  return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
}

/** A code that was out of the picture for so long, in milliseconds, is that of the next piece. */
const NEXT_PIECE_MS = 1000;

/**
 * Creates a function that takes the codes of each picture and returns those that came into view. A code that stays in
 * view counts once, also if some pictures in between are blurred, or if a slow device reads few pictures.
 */
export function createCodeFilter(): (codes: readonly string[], now: number) => string[] {
  /** The known codes with the time of the first picture without them; null while they are in view. */
  const missingSince = new Map<string, number | null>();
  const isNew = (code: string, now: number) => {
    const since = missingSince.get(code);
    return since === undefined || (since !== null && now - since > NEXT_PIECE_MS);
  };
  return (codes, now) => {
    const newCodes = [...new Set(codes)].filter((code) => isNew(code, now));
    for (const [code, since] of missingSince) if (since === null && !codes.includes(code)) missingSince.set(code, now);
    for (const code of codes) missingSince.set(code, null);
    return newCodes;
  };
}
