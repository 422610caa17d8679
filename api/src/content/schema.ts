import { z } from "zod";

/** A picture; its sizes are served at `/media/{key}-{width}.{avif|webp|jpg}`. */
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

/** URL of the Open Graph image that messengers and social networks show for a link. */
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

/** The shop's page on another platform. */
export const socialLink = z.object({
  kind: z.enum(["messenger", "network", "blog", "video", "shorts", "channel"]),
  label: z.string(),
  href: z.url(),
});

/** A path of the storefront, without locale prefix and query. */
export const redirectResponse = z.object({ to: z.string() }).meta({ id: "Moved" });
export type RedirectResponse = z.infer<typeof redirectResponse>;

export const refusals = { redirect_not_found: 404 } as const;
