import { data } from "react-router";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import type { PhotoUploadResult } from "../reviews/upload-photo.ts";
import type { Route } from "./+types/message-photos";

/** Uploads one photo for a message about an order, sent as the request body. */
export async function action({ request, context }: Route.ActionArgs) {
  const { call, to } = getRequestContext({ context });
  const content = new Uint8Array(await request.arrayBuffer());
  try {
    const { id } = await call<{ id: string }>("/v1/user/message-photos", { method: "POST", content });
    return data<PhotoUploadResult>({ photo: { id, src: to(`/profile/message-photos/${id}`) } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data<PhotoUploadResult>({ message: error.message }, error.status);
  }
}
