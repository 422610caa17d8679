import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";

/** Reloads the data of the open page at an interval in milliseconds, while its tab is visible, and when it is shown again. */
export function useReloadEvery(intervalMs: number): void {
  const { revalidate, state } = useRevalidator();
  const reload = useEffectEvent(() => {
    if (document.visibilityState === "visible" && state === "idle") void revalidate();
  });
  useEffect(() => {
    const timer = setInterval(() => reload(), intervalMs);
    const handleVisibility = () => reload();
    document.addEventListener("visibilitychange", handleVisibility);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", handleVisibility);
    };
  }, [intervalMs]);
}
