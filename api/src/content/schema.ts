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

/** The address of the picture that messengers and networks show of a link to a page. */
export const share = z.string().startsWith("/media/share-").meta({ id: "Share" });

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

/** Paths of the storefront, without locale prefix and query. */
export const moved = z.object({ to: z.string() }).meta({ id: "Moved" });
export type Moved = z.infer<typeof moved>;

export const refusals = { redirect_not_found: 404 } as const;
