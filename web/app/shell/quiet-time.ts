import { useEffect, useState } from "react";

/** True once the page is loaded and the browser has nothing better to do. */
export function useQuietTime(): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    const idle = window.requestIdleCallback ?? setTimeout;
    const wait = () => void idle(() => setQuiet(true));
    if (document.readyState === "complete") wait();
    else addEventListener("load", wait, { once: true });
  }, []);
  return isQuiet;
}
