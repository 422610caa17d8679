import type { AnalyticsEvent } from "./track.ts";

/** Sends an event to one analytics service. */
export type AnalyticsDestination = (event: AnalyticsEvent) => void;

/** The page in which an analytics service runs. */
export type ScriptHost = {
  window: Window;
  /** Adds an external script to the page, with the page's CSP nonce. */
  loadScript: (url: string) => void;
};

/** The script host for the current document. */
export function createScriptHost(): ScriptHost {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  return {
    window,
    loadScript: (url) => {
      const script = document.createElement("script");
      script.async = true;
      script.src = url;
      if (nonce) script.nonce = nonce;
      document.head.append(script);
    },
  };
}
