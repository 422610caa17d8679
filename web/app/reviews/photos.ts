import { data } from "react-router";
import type { Photo } from "@furoshiki/api/reviews";
import { ApiError, visitOf } from "../lib/api.ts";
import type { Route } from "./+types/photos";
import type { PhotoAnswer } from "./send-photo.ts";

/** Takes one photograph for a review, as the body of the request. */
export async function action({ request, context }: Route.ActionArgs) {
  const content = new Uint8Array(await request.arrayBuffer());
  try {
    const { id, src } = await visitOf({ context }).call<Photo>("/v1/user/photos", { method: "POST", content });
    return data<PhotoAnswer>({ photo: { id, src } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data<PhotoAnswer>({ message: error.message }, error.status);
  }
}
