import { expect, it } from "vitest";
import { callRoute, createRefusal, getRedirect } from "../../test/route-requests.ts";
import { action } from "./return-form.page.tsx";

type Options = Parameters<typeof callRoute>[1];

const form = {
  key: "return-key-1",
  "line-2": "on",
  "quantity-1": "1",
  "quantity-2": "3",
  reason: "damaged",
  outcome: "refund",
};
const submit = (options: Options = {}) => callRoute(action, { params: { id: "7" }, form, ...options });

it("requests the return and leads to its page", async () => {
  const { result, apiRequests } = await submit({ respond: () => ({ body: { data: { id: 12 } } }) });
  expect(apiRequests).toMatchObject([
    {
      call: "POST /v1/user/orders/7/returns",
      body: { reason: "damaged", outcome: "refund", comment: "", lines: [{ line: 2, quantity: 3 }], photos: [] },
      headers: { "idempotency-key": "return-key-1" },
    },
  ]);
  expect(getRedirect(result)).toEqual({ status: 302, location: "/en-US/profile/returns/12" });
});

it("returns why it was refused, with what was entered", async () => {
  const respond = () => createRefusal(409, { code: "return_period_over", message: "The time is over" });
  const { result } = await submit({ respond });
  expect(result).toMatchObject({
    ...{ ok: false, message: "The time is over" },
    values: { reason: "damaged", "line-2": "on", "quantity-2": "3" },
  });
  expect(result).not.toMatchObject({ values: { key: expect.anything() } });
});
