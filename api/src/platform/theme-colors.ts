/** The theme colors of the storefront (design tokens `--color-cloth-*`) that departments, brands, posts and banners may have. */
export const themeColors = [
  ...(["sakura", "fuji", "shiro", "wakaba", "mizu", "asagi", "tamago", "matcha", "kaki", "tokiwa"] as const),
] as const;

/** The theme color of what has none of its own. */
export const DEFAULT_THEME_COLOR = "shiro";
