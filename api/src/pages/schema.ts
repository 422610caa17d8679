import { z } from "zod";
import { share } from "../content/schema.ts";

export const page = z
  .object({
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    /** Clean HTML with the shop's numbers in it. */
    html: z.string(),
    /** The parts of the text, to link to. */
    headings: z.array(z.object({ id: z.string(), text: z.string() })),
    share,
    version: z.string(),
    updated_at: z.iso.datetime(),
    /** Every edition of this text, the newest first. */
    versions: z.array(z.object({ version: z.string(), since: z.iso.datetime() })),
    twin: z.boolean().meta({ description: "The other locale has this page too" }),
    /** The other pages of the locale. */
    others: z.array(z.object({ slug: z.string(), title: z.string() })),
  })
  .meta({ id: "Page" });
export type Page = z.infer<typeof page>;

export const refusals = { page_not_found: 404 } as const;
