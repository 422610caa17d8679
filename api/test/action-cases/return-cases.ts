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

export const returnCases: Record<string, ActionCase> = {
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
