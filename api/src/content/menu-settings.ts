import { z } from "zod";
import { setting } from "../platform/settings.ts";
import defaults from "./menus.json" with { type: "json" };

const label = z.string().trim().min(1).max(60);
/** A path of the storefront without the locale's prefix, or an address elsewhere. */
const target = z.union([z.string().regex(/^\/(?!\/)\S*$/), z.url({ protocol: /^https$/ })], {
  error: "a link is a path that begins with / or an https address",
});
const entry = z.strictObject({ text: label, to: target });
export type MenuEntry = z.infer<typeof entry>;

const menus = z.strictObject({
  /** Under the header; `accent` is shown in red. */
  header: z.array(entry.extend({ accent: z.boolean().optional() })).max(12),
  /** Columns of the footer; in a column with `sign_in` guests are asked to sign in first. */
  footer: z
    .array(z.strictObject({ title: label, entries: z.array(entry).max(12), sign_in: z.boolean().optional() }))
    .max(4),
  /** Under the line at the very bottom. */
  small_print: z.array(entry).max(8),
});
export type Menus = z.infer<typeof menus>;

export const shopMenus = setting("shop.menus", z.strictObject({ "ru-RU": menus, "en-US": menus }), defaults);
