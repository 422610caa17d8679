/**
 * Stands at the end of every page, as text (build-steps/page-scripts.ts): the page's scripts are asked for once it has been
 * painted, so that on a slow line they take nothing from its style, its letters and its first picture. The script that
 * stands before this one is the one that begins; until now the browser took it for a text.
 * @param files addresses of what it will ask for, so that all of it is fetched at once
 */
export function startLate(files: readonly string[]): void {
  const waiting = document.currentScript?.previousElementSibling as HTMLScriptElement;
  const start = () => {
    for (const href of files) {
      const link = document.createElement("link");
      Object.assign(link, { rel: "modulepreload", href });
      document.head.append(link);
    }
    const script = document.createElement("script");
    Object.assign(script, { type: "module", text: waiting.text, nonce: waiting.nonce });
    document.head.append(script);
  };
  // A page behind another is not painted. A timer that is set in a frame fires when that frame is painted.
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
}
