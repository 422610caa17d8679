import { data } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { MAX_TARGETS, parsePrintChoice, parseTarget, printShipments } from "../fulfillment/print-shipments.ts";
import type { Route } from "./+types/print-shipments";

/** Prints the documents that the print menu names for its orders or shipments. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const targets = form.getAll("target").map(parseTarget);
  const known = targets.filter((target) => target !== null);
  if (known.length === 0 || known.length < targets.length || targets.length > MAX_TARGETS)
    throw data(null, { status: 400 });
  return printShipments(getRequestContext({ context }), known, parsePrintChoice(form));
}
