import { z } from "zod";

/** An original picture; its sizes are at `/media/{key}-{width}.{avif|webp|jpg}`. */
export const picture = z
  .object({
    key: z.string(),
    src: z.string(),
    srcset: z.string(),
    srcset_avif: z.string(),
    width: z.int(),
    height: z.int(),
    alt: z.string(),
  })
  .meta({ id: "Picture" });
export type Picture = z.infer<typeof picture>;

export const banner = z
  .object({
    id: z.int(),
    place: z.enum(["hero", "side", "wide"]),
    kicker: z.string(),
    title: z.string(),
    text: z.string(),
    action: z.string(),
    href: z.string(),
    cloth: z.string(),
    wide: picture,
    narrow: picture,
  })
  .meta({ id: "Banner" });
export type Banner = z.infer<typeof banner>;

export const page = z
  .object({
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    html: z.string(),
    version: z.string(),
    updated_at: z.iso.datetime(),
    twin: z.boolean().meta({ description: "The other locale has this page too" }),
    /** The other pages of the locale. */
    others: z.array(z.object({ slug: z.string(), title: z.string() })),
  })
  .meta({ id: "Page" });
export type Page = z.infer<typeof page>;

/** Paths of the storefront, without locale prefix and query. */
export const moved = z.object({ to: z.string() }).meta({ id: "Moved" });
export type Moved = z.infer<typeof moved>;

export const refusals = { page_not_found: 404, redirect_not_found: 404 } as const;
