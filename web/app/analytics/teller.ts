import type { ToldEvent } from "../lib/track.ts";

/** Passes an event on to one service. */
export type Teller = (event: ToldEvent) => void;

/** The page as a service is given it. */
export type Page = {
  window: Window;
  /** Adds a script of another site to the page, with the page's nonce. */
  load: (address: string) => void;
};

/** The page that is open. */
export function openPage(): Page {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  return {
    window,
    load: (address) => {
      const script = document.createElement("script");
      script.async = true;
      script.src = address;
      if (nonce) script.nonce = nonce;
      document.head.append(script);
    },
  };
}
