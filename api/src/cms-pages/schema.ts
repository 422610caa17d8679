import { z } from "zod";
import { share } from "../content/schema.ts";

export const page = z
  .object({
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    /** Sanitized HTML with variables replaced. */
    html: z.string(),
    /** The headings of the text, as link targets. */
    headings: z.array(z.object({ id: z.string(), text: z.string() })),
    share,
    version: z.string(),
    updated_at: z.iso.datetime(),
    /** All versions of this page, the newest first. */
    versions: z.array(z.object({ version: z.string(), since: z.iso.datetime() })),
    twin: z.boolean().meta({ description: "Whether the other locale has this page too" }),
    /** The other pages of this locale. */
    others: z.array(z.object({ slug: z.string(), title: z.string() })),
  })
  .meta({ id: "Page" });
export type Page = z.infer<typeof page>;

export const refusals = { page_not_found: 404 } as const;
