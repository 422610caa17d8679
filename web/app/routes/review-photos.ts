import { data } from "react-router";
import type { Photo } from "@furoshiki/api/reviews";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import type { Route } from "./+types/review-photos";
import type { PhotoUploadResult } from "../reviews/upload-photo.ts";

/** Uploads one photo for a review, sent as the request body. */
export async function action({ request, context }: Route.ActionArgs) {
  const content = new Uint8Array(await request.arrayBuffer());
  try {
    const { id, src } = await getRequestContext({ context }).call<Photo>("/v1/user/photos", {
      method: "POST",
      content,
    });
    return data<PhotoUploadResult>({ photo: { id, src } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data<PhotoUploadResult>({ message: error.message }, error.status);
  }
}
