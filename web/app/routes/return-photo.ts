import { downloadFile } from "../http/download-file.ts";
import type { Route } from "./+types/return-photo";

/** Sends one of the customer's photos of a return. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  return downloadFile({ request, context }, `/v1/user/return-photos/${encodeURIComponent(params.id)}`);
}
