import { z } from "zod";
import { setting } from "../../platform/settings/settings.ts";
import defaults from "./menus.json" with { type: "json" };

const label = z.string().trim().min(1).max(60);
/** A path of the storefront without the locale prefix, or an https URL of another site. */
const linkTarget = z.union([z.string().regex(/^\/(?!\/)\S*$/), z.url({ protocol: /^https$/ })], {
  error: "a link is a path that begins with / or an https address",
});
const entry = z.strictObject({ text: label, to: linkTarget });
export type MenuEntry = z.infer<typeof entry>;

const menusSchema = z.strictObject({
  /** Below the header; entries with `accent` are red. */
  header: z.array(entry.extend({ accent: z.boolean().optional() })).max(12),
  /** Columns of the footer; entries of a column with `sign_in` ask guests to sign in first. */
  footer: z
    .array(z.strictObject({ title: label, entries: z.array(entry).max(12), sign_in: z.boolean().optional() }))
    .max(4),
  /** Below the line at the very bottom. */
  small_print: z.array(entry).max(8),
});
export type Menus = z.infer<typeof menusSchema>;

export const shopMenus = setting(
  "shop.menus",
  z.strictObject({ "ru-RU": menusSchema, "en-US": menusSchema }),
  defaults,
);
