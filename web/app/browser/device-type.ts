import { DESKTOP_MIN_WIDTH_PX, RESIZE_DEBOUNCE_MS } from "./behavior-settings.ts";

type DeviceType = "phone" | "desktop";
type Window = Pick<typeof globalThis, "innerWidth" | "addEventListener" | "removeEventListener">;

const getDeviceType = ({ innerWidth }: Window): DeviceType =>
  innerWidth >= DESKTOP_MIN_WIDTH_PX ? "desktop" : "phone";

/**
 * Calls back when the layout changes between phone and desktop, 50 ms after the last resize event. Returns a function
 * that stops it.
 */
export function watchDeviceType(window: Window, onChange: (device: DeviceType) => void): () => void {
  let device = getDeviceType(window);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    const newDevice = getDeviceType(window);
    if (newDevice === device) return;
    device = newDevice;
    onChange(newDevice);
  };
  const onResize = () => {
    clearTimeout(timer);
    timer = setTimeout(check, RESIZE_DEBOUNCE_MS);
  };
  window.addEventListener("resize", onResize);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("resize", onResize);
  };
}
