import { useEffect, useState } from "react";

/** True once the page is loaded and the browser is idle. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const requestIdle = window.requestIdleCallback ?? setTimeout;
    const waitForIdle = () => void requestIdle(() => setIdle(true));
    if (document.readyState === "complete") waitForIdle();
    else addEventListener("load", waitForIdle, { once: true });
  }, []);
  return isIdle;
}
