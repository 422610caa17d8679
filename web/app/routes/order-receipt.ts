import { downloadFile } from "../http/download-file.ts";
import type { Route } from "./+types/order-receipt";

/** Sends the receipt of one of the customer's orders as a PDF file. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  return downloadFile({ request, context }, `/v1/user/orders/${encodeURIComponent(params.id)}/receipt`);
}
