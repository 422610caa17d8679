import { z } from "zod";
import { storeOriginal } from "../../platform/media/originals.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { type AddedPicture, newPicture } from "./admin-schema.ts";
import { markUnused } from "./sql.ts";

/** Stores a picture, which no product uses yet (docs/domain/catalog-admin.md). */
export const addPicture = adminAction({
  name: "picture.added",
  permission: "products:write",
  params: z.object({}),
  input: newPicture,
  subject: (_params, { key }: AddedPicture) => ({ kind: "picture", id: key }),
  stepUp: () => false,
  run: async (tx, _params, { content, cropped_from }, { app, now }) => {
    const { id, key, width, height } = await storeOriginal(tx, app.files, content, "image/jpeg");
    await markUnused(tx, [id], now);
    return { result: { key, width, height }, changes: [{ field: "picture", from: cropped_from, to: key }] };
  },
  inverse: null,
});
