import { use, useEffect } from "react";
import { NonceContext } from "./nonce.ts";
import type { Theme } from "../api-client/preferences.ts";

const DARK_QUERY = "(prefers-color-scheme: dark)";

/** Runs before the first paint, because only the browser knows the theme of the operating system. */
const script = `if (matchMedia("${DARK_QUERY}").matches) document.documentElement.dataset.theme = "dark";`;

/** Applies the theme of the operating system to the page, before its first paint and when it changes. */
export function SystemThemeScript() {
  const nonce = use(NonceContext);
  // The browser hides the nonce from the document.
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} suppressHydrationWarning />;
}

/** Keeps `data-theme` of the document current: the chosen theme, or that of the operating system. */
export function useTheme(theme: Theme): void {
  useEffect(() => {
    const query = matchMedia(DARK_QUERY);
    const apply = () => {
      const isDark = theme === "dark" || (theme === "system" && query.matches);
      document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
    };
    apply();
    query.addEventListener("change", apply);
    return () => query.removeEventListener("change", apply);
  }, [theme]);
}
