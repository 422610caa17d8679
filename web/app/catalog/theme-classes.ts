const backgroundClasses: Record<string, string> = {
  sakura: "bg-cloth-sakura",
  fuji: "bg-cloth-fuji",
  shiro: "bg-cloth-shiro",
  wakaba: "bg-cloth-wakaba",
  mizu: "bg-cloth-mizu",
  asagi: "bg-cloth-asagi",
  tamago: "bg-cloth-tamago",
  matcha: "bg-cloth-matcha",
  kaki: "bg-cloth-kaki",
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
  const backgroundClass = backgroundClasses[themeColor] ?? "bg-cloth-shiro";
  return themeColor === "tokiwa"
    ? { backgroundClass, textClass: "text-on-band", secondaryTextClass: "text-on-band-2" }
    : { backgroundClass, textClass: "text-on-cloth", secondaryTextClass: "text-on-cloth-2" };
}
