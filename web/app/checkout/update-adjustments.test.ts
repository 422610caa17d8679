import { expect, it } from "vitest";
import type { RequestContext } from "../api-client/request-context.ts";
import { updateAdjustments, type adjustmentIntents } from "./update-adjustments.ts";

/** Returns the API calls that a form causes. */
async function collectCalls(intent: (typeof adjustmentIntents)[number], fields: [string, string][]): Promise<string[]> {
  const calls: string[] = [];
  const requestContext = {
    callWithMessage: (path: string, { method = "GET", body }: { method?: string; body?: unknown } = {}) => {
      calls.push([method, path, body === undefined ? "" : JSON.stringify(body)].join(" ").trim());
      return Promise.resolve({ data: {}, message: "done" });
    },
  } as unknown as RequestContext;
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  await updateAdjustments(requestContext, intent, form);
  return calls;
}

it.each<[(typeof adjustmentIntents)[number], [string, string][], string[]]>([
  ["apply_code", [["code", " sakura 10/x "]], ["POST /v1/user/cart/promo/sakura%2010%2Fx"]],
  ["apply_code", [["code", "  "]], []],
  ["remove_code", [["only", "certificate"]], ["DELETE /v1/user/cart/promo?only=certificate"]],
  ["remove_code", [], ["DELETE /v1/user/cart/promo"]],
  ["set_loyalty_points", [["on", "1"]], ["POST /v1/user/cart/bonus"]],
  ["set_loyalty_points", [["on", "0"]], ["DELETE /v1/user/cart/bonus"]],
  [
    "choose_gifts",
    [
      ["present", "3"],
      ["present", "5"],
    ],
    ['POST /v1/user/cart/presents {"product_ids":[3,5]}'],
  ],
  ["choose_gifts", [["present", ""]], ['POST /v1/user/cart/presents {"product_ids":[]}']],
])("%s with %j calls %j", async (intent, fields, calls) => {
  expect(await collectCalls(intent, fields)).toEqual(calls);
});
