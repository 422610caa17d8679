const backgroundClasses: Record<string, string> = {
  sakura: "bg-theme-sakura",
  fuji: "bg-theme-fuji",
  shiro: "bg-theme-shiro",
  wakaba: "bg-theme-wakaba",
  mizu: "bg-theme-mizu",
  asagi: "bg-theme-asagi",
  tamago: "bg-theme-tamago",
  matcha: "bg-theme-matcha",
  kaki: "bg-theme-kaki",
  tokiwa: "bg-band-2",
};

/**
 * Returns the classes for the background of a theme color and for primary and secondary text on it. `tokiwa` is the
 * only dark theme color; an unknown one is shown as `shiro`.
 */
export function getThemeClasses(themeColor: string): {
  backgroundClass: string;
  textClass: string;
  secondaryTextClass: string;
} {
  const backgroundClass = backgroundClasses[themeColor] ?? "bg-theme-shiro";
  return themeColor === "tokiwa"
    ? { backgroundClass, textClass: "text-on-band", secondaryTextClass: "text-on-band-2" }
    : { backgroundClass, textClass: "text-on-theme", secondaryTextClass: "text-on-theme-2" };
}
