import { downloadFile } from "../http/download-file.ts";
import type { Route } from "./+types/message-photo";

/** Sends one of the customer's photos of a message about an order. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  return downloadFile({ request, context }, `/v1/user/message-photos/${encodeURIComponent(params.id)}`);
}
