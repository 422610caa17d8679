import { expect, it } from "vitest";
import { callRoute } from "../../test/route-requests.ts";
import { action } from "./order.page.tsx";

const submit = (form: Record<string, string>) => callRoute(action, { params: { id: "7" }, form });

it("cancels an order if the form requests it", async () => {
  const { apiRequests } = await submit({ intent: "cancel" });
  expect(apiRequests.map(({ call }) => call)).toEqual(["POST /v1/user/orders/7/cancel"]);
});

it.each([{}, { intent: "" }, { intent: "delete" }, { other: "cancel" }])("refuses %j", async (form) => {
  const { result, apiRequests } = await submit(form);
  expect((result as Response).status).toBe(400);
  expect(apiRequests).toEqual([]);
});
