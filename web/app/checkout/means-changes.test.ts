import { expect, it } from "vitest";
import type { Visit } from "../lib/api.ts";
import { changeMeans, type meansIntents } from "./means-changes.ts";

/** What a form asks of the API. */
async function asked(intent: (typeof meansIntents)[number], fields: [string, string][]): Promise<string[]> {
  const calls: string[] = [];
  const visit = {
    callWithMessage: (path: string, { method = "GET", body }: { method?: string; body?: unknown } = {}) => {
      calls.push([method, path, body === undefined ? "" : JSON.stringify(body)].join(" ").trim());
      return Promise.resolve({ data: {}, message: "done" });
    },
  } as unknown as Visit;
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  await changeMeans(visit, intent, form);
  return calls;
}

it.each<[(typeof meansIntents)[number], [string, string][], string[]]>([
  ["code", [["code", " sakura 10/x "]], ["POST /v1/user/cart/promo/sakura%2010%2Fx"]],
  ["code", [["code", "  "]], []],
  ["drop_code", [["only", "certificate"]], ["DELETE /v1/user/cart/promo?only=certificate"]],
  ["drop_code", [], ["DELETE /v1/user/cart/promo"]],
  ["bonus", [["on", "1"]], ["POST /v1/user/cart/bonus"]],
  ["bonus", [["on", "0"]], ["DELETE /v1/user/cart/bonus"]],
  [
    "presents",
    [
      ["present", "3"],
      ["present", "5"],
    ],
    ['POST /v1/user/cart/presents {"product_ids":[3,5]}'],
  ],
  ["presents", [["present", ""]], ['POST /v1/user/cart/presents {"product_ids":[]}']],
])("%s of %j asks %j", async (intent, fields, calls) => {
  expect(await asked(intent, fields)).toEqual(calls);
});
