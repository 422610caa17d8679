/**
 * The theme colors of the storefront (design tokens `--color-cloth-*`) that categories, brands, posts and banners may
 * have.
 */
export const themeColors = [
  "sakura",
  "fuji",
  "shiro",
  "wakaba",
  "mizu",
  "asagi",
  "tamago",
  "matcha",
  "kaki",
  "tokiwa",
] as const;
export type ThemeColor = (typeof themeColors)[number];

/** The theme color if none is chosen. */
export const DEFAULT_THEME_COLOR = "shiro";
