import { data } from "react-router";
import type { ReturnPhoto } from "@furoshiki/api/returns";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import type { PhotoUploadResult } from "../reviews/upload-photo.ts";
import type { Route } from "./+types/return-photos";

/** Uploads one photo for a return, sent as the request body. */
export async function action({ request, context }: Route.ActionArgs) {
  const { call, to } = getRequestContext({ context });
  const content = new Uint8Array(await request.arrayBuffer());
  try {
    const { id } = await call<ReturnPhoto>("/v1/user/return-photos", { method: "POST", content });
    return data<PhotoUploadResult>({ photo: { id, src: to(`/profile/return-photos/${id}`) } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data<PhotoUploadResult>({ message: error.message }, error.status);
  }
}
