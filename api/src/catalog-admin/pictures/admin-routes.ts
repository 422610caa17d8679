import { z } from "zod";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import { cropPicture, reencodeUploadedPicture } from "../../platform/media/photo-upload.ts";
import { photoRefusals } from "../../platform/media/schema.ts";
import { findOriginal } from "../../platform/media/storage.ts";
import { type AdminApi, adminPreparedEndpoint } from "../../staff/admin-endpoint.ts";
import { addPicture } from "./admin-actions.ts";
import { addedPicture, cropPictureRequest, pictureParams, PICTURES_PATH } from "./admin-schema.ts";

/** Endpoints by which staff upload and crop pictures (docs/domain/catalog-admin.md). */
export function pictureRoutes(api: AdminApi): void {
  const { not_ready } = commonRefusals;
  const { photo_not_a_picture, photo_too_many_pixels } = photoRefusals;
  adminPreparedEndpoint(api, {
    method: "post",
    path: PICTURES_PATH,
    summary: "Upload a picture as the request body: JPEG, PNG or WebP, detected by content",
    params: z.object({}),
    action: addPicture,
    response: addedPicture,
    refusals: { ...photoRefusals, not_ready },
    prepare: async (_app, { readBody }) => ({
      content: await reencodeUploadedPicture(await readBody()),
      cropped_from: null,
    }),
  });
  adminPreparedEndpoint(api, {
    method: "post",
    path: `${PICTURES_PATH}/{key}/crop`,
    summary: "Add a part of a picture as a new one",
    params: pictureParams,
    body: cropPictureRequest,
    action: addPicture,
    response: addedPicture,
    refusals: { photo_not_a_picture, photo_too_many_pixels, not_ready },
    prepare: async ({ files }, { params: { key }, body }) => {
      const original = await findOriginal(files, key);
      const content = original && (await files.read(original.path));
      if (!content) throw refuse(commonRefusals, "not_found");
      return { content: await cropPicture(content, body), cropped_from: key };
    },
  });
}
