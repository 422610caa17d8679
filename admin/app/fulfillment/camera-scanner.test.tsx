// @vitest-environment jsdom
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { CameraScanner } from "./camera-scanner.tsx";
import { getStationTexts, StationTextsContext } from "./station-texts.tsx";

/** The codes in the picture of the camera. */
let picture: string[] = [];
let isStopped = false;
const getUserMedia = vi.fn<() => Promise<unknown>>();

beforeEach(() => {
  picture = [];
  isStopped = false;
  getUserMedia.mockReset();
  class BarcodeDetector {
    static getSupportedFormats = async () => ["ean_13", "aztec"];
    formats: string[];
    constructor(options: { formats: string[] }) {
      this.formats = options.formats;
    }
    detect = async () => (this.formats.includes("ean_13") ? picture.map((rawValue) => ({ rawValue })) : []);
  }
  vi.stubGlobal("BarcodeDetector", BarcodeDetector);
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
  HTMLMediaElement.prototype.play = async () => undefined;
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "mediaDevices");
});

const createStream = () => {
  const track = Object.assign(new EventTarget(), { stop: () => (isStopped = true) });
  return { track, getTracks: () => [track] };
};

function renderScanner() {
  const scans: string[] = [];
  const scanner = <CameraScanner onScan={(code) => scans.push(code)} onClose={() => undefined} />;
  const page = renderPage(<StationTextsContext value={getStationTexts("en-US")}>{scanner}</StationTextsContext>);
  return { ...page, scans };
}

it("scans each code that comes into view once", async () => {
  getUserMedia.mockResolvedValue(createStream());
  const { scans } = renderScanner();
  expect(await screen.findByText(/^Show the barcode to the camera/)).toBeVisible();
  picture = ["4901234567894"];
  expect(await screen.findByText("4901234567894")).toBeVisible();
  picture = ["4901234567894", "4909999999990"];
  await screen.findByText("4909999999990");
  expect(scans).toEqual(["4901234567894", "4909999999990"]);
  cleanup();
  expect(isStopped).toBe(true);
});

it.each([
  ["NotAllowedError", /may not use the camera/],
  ["NotFoundError", /no camera/],
  ["NotReadableError", /Another program uses the camera/],
  ["AbortError", /does not start/],
])("says in words why there is no picture: %s", async (name, message) => {
  getUserMedia.mockRejectedValueOnce(new DOMException("", name)).mockResolvedValue(createStream());
  const { user } = renderScanner();
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(message));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/^Show the barcode/)).toBeVisible();
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
});

it("says that the camera was disconnected", async () => {
  const stream = createStream();
  getUserMedia.mockResolvedValue(stream);
  renderScanner();
  await screen.findByText(/^Show the barcode/);
  stream.track.dispatchEvent(new Event("ended"));
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(/no camera/));
});
