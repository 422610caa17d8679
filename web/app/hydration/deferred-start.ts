/**
 * Inlined at the end of every page as source text (build-steps/inline-scripts.ts): the page's scripts are requested
 * after the first paint, so that on a slow connection they do not compete with its stylesheet, fonts and first image.
 * The script element before this one is the entry script, kept inert until then by its type.
 * @param files URLs of the modules that the entry script imports, preloaded all at once
 */
export function deferStart(files: readonly string[]): void {
  const entryScript = document.currentScript?.previousElementSibling as HTMLScriptElement;
  const start = () => {
    for (const href of files) {
      const link = document.createElement("link");
      Object.assign(link, { rel: "modulepreload", href });
      document.head.append(link);
    }
    const script = document.createElement("script");
    Object.assign(script, { type: "module", text: entryScript.text, nonce: entryScript.nonce });
    document.head.append(script);
  };
  // A hidden page is not painted. A timeout that is set in an animation frame fires after that frame is painted.
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
}
