import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { createCodeFilter, createDetector } from "./barcode-detector.ts";

/** Time between two pictures in which codes are searched, in milliseconds. */
const DETECT_INTERVAL_MS = 150;

/** Why the camera does not scan. */
type CameraFailure = "refused" | "missing" | "busy" | "failed";
export type CameraState = "starting" | "scanning" | CameraFailure;

/**
 * Scans barcodes with the camera at the back of the device, while the component is shown.
 * @param video shows the picture of the camera
 * @param onScan called once for each code that comes into view
 * @returns the state, and a function that starts the camera again
 */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  onScan: (code: string) => void,
): [state: CameraState, restart: () => void] {
  const handleScan = useEffectEvent(onScan);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<CameraState>("starting");
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const update = (next: CameraState) => {
      if (!signal.aborted) setState(next);
    };
    const scan = async () => {
      const detect = await createDetector();
      const element = video.current;
      if (!detect || !element) {
        update("failed");
        return;
      }
      await startCamera(element, signal, () => update("missing"));
      update("scanning");
      await detectCodes(element, detect, { signal, onScan: handleScan });
    };
    scan().catch((error: unknown) => update(getFailure(error)));
    return () => controller.abort();
  }, [video, attempt]);
  const restart = () => {
    setState("starting");
    setAttempt(attempt + 1);
  };
  return [state, restart];
}

/** Shows the camera in a video until the signal is aborted. @param onEnd called if the camera is disconnected */
async function startCamera(video: HTMLVideoElement, signal: AbortSignal, onEnd: () => void): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  if (signal.aborted) {
    stop();
    return;
  }
  signal.addEventListener("abort", stop);
  for (const track of stream.getTracks()) track.addEventListener("ended", onEnd);
  video.srcObject = stream;
  await video.play();
}

type DetectOptions = { signal: AbortSignal; onScan: (code: string) => void };

async function detectCodes(
  video: HTMLVideoElement,
  detect: (video: HTMLVideoElement) => Promise<string[]>,
  { signal, onScan }: DetectOptions,
): Promise<void> {
  const selectNewCodes = createCodeFilter();
  while (!signal.aborted) {
    // A picture that cannot be read, such as the first one, is left out.
    const codes = await detect(video).catch(() => []);
    if (signal.aborted) return;
    for (const code of selectNewCodes(codes, performance.now())) onScan(code);
    await new Promise((resolve) => setTimeout(resolve, DETECT_INTERVAL_MS));
  }
}

/** The errors of `getUserMedia` (https://developer.mozilla.org/docs/Web/API/MediaDevices/getUserMedia#exceptions). */
const failures: Readonly<Record<string, CameraFailure>> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "busy",
};

function getFailure(error: unknown): CameraFailure {
  return (error instanceof DOMException && failures[error.name]) || "failed";
}
