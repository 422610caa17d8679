import { z } from "zod";
import { productChanges } from "../editor/admin-schema.ts";

/** `changes` are those of the form that are not saved; null if there are none. */
export const savePreviewRequest = z
  .strictObject({ changes: productChanges.nullable() })
  .meta({ id: "SaveProductPreviewRequest" });

/** `url` opens the page in the store in the language of the person; it works until `expires_at`. */
export const savedPreview = z
  .object({ url: z.url(), expires_at: z.iso.datetime() })
  .meta({ id: "SavedProductPreview" });
export type SavedPreview = z.infer<typeof savedPreview>;
