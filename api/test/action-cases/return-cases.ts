import { type ActionCase, type CaseContext, executeCase, type GeneratedValues } from "./action-case.ts";
import { createOrder } from "./order-cases.ts";

/** Records that the customer of a delivered order wants to return all of its goods. */
const createRequest: ActionCase = async (context, values) => ({
  params: await createOrder(context, values, ["packing", "shipped", "delivered"]),
  input: {
    kind: "return",
    reason: "changed_mind",
    comment: values.flag ? values.text : "",
    lines: [{ line: 1, quantity: values.count }],
  },
});

async function createReturn(context: CaseContext, values: GeneratedValues): Promise<{ id: string }> {
  const { result } = await executeCase(context, "return.requested", await createRequest(context, values));
  return { id: String((result as { return_id: number }).return_id) };
}

/** Approves a return of all goods. The goods of a claim do not come back. */
async function createApproved(context: CaseContext, values: GeneratedValues, kind: "return" | "claim") {
  const { params: order, input } = await createRequest(context, values);
  const request = { params: order, input: { ...input, kind, reason: kind === "claim" ? "damaged" : "changed_mind" } };
  const { result } = await executeCase(context, "return.requested", request);
  const params = { id: String((result as { return_id: number }).return_id) };
  await executeCase(context, "return.approved", { params, input: { from: "requested", instructions: values.text } });
  return params;
}

const createReceipt: ActionCase = async (context, values) => ({
  params: await createApproved(context, values, "return"),
  input: {
    from: "approved",
    lines: [
      { line: 1, received_quantity: values.count, condition: "unopened", restocked_quantity: values.flag ? 1 : 0 },
    ],
  },
});

export const returnCases: Record<string, ActionCase> = {
  "return.received": createReceipt,
  "return.refunded": async (context, values) => {
    const receipt = await createReceipt(context, values);
    await executeCase(context, "return.received", receipt);
    return { params: receipt.params, input: { from: "received" } };
  },
  "return.resolved": async (context, values) => ({
    params: await createApproved(context, values, "claim"),
    input: { from: "approved", outcome: "replacement" },
  }),
  "return.requested": createRequest,
  "return.approved": async (context, values) => ({
    params: await createReturn(context, values),
    input: { from: "requested", instructions: values.text },
  }),
  "return.rejected": async (context, values) => ({
    params: await createReturn(context, values),
    input: { from: "requested", reason: values.text },
  }),
};
