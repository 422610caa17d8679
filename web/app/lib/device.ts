import { DESKTOP_PX, DEVICE_CHECK_MS } from "./behaviour-settings.ts";

type Device = "phone" | "desktop";
type Window = Pick<typeof globalThis, "innerWidth" | "addEventListener" | "removeEventListener">;

const deviceOf = ({ innerWidth }: Window): Device => (innerWidth >= DESKTOP_PX ? "desktop" : "phone");

/** Tells when the page becomes another device's, 50 ms after the last resize (spec §9). Gives the way to end it. */
export function watchDevice(window: Window, onChange: (device: Device) => void): () => void {
  let device = deviceOf(window);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const now = deviceOf(window);
    if (now === device) return;
    device = now;
    onChange(now);
  };
  const onResize = () => {
    clearTimeout(timer);
    timer = setTimeout(look, DEVICE_CHECK_MS);
  };
  window.addEventListener("resize", onResize);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("resize", onResize);
  };
}
