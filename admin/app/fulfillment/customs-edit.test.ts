import { expect, it } from "vitest";
import type { RequestContext } from "../api-client/request-context.ts";
import { previewCustomsEdit } from "./customs-edit.ts";

/** Previews an edit of a form. @returns the changes that the API gets */
async function preview(form: Record<string, string>): Promise<unknown> {
  const bodies: unknown[] = [];
  const call = async (_path: string, { body }: { body?: unknown } = {}) => {
    bodies.push(body);
    return { result: { released_orders: [], waiting_orders: [] } };
  };
  await previewCustomsEdit({ call } as RequestContext, new URLSearchParams({ product_id: "204", ...form }));
  return bodies[0];
}

it("sends grams as a number, an empty weight as unknown, and the code of a country in capitals", async () => {
  const weight = { seen_net_weight_g: "", net_weight_g: "42", seen_origin_country: "JP", origin_country: "kr" };
  expect(await preview(weight)).toEqual({
    changes: { net_weight_g: { from: null, to: 42 }, origin_country: { from: "JP", to: "KR" } },
  });
  expect(await preview({ seen_net_weight_g: "42", net_weight_g: "" })).toEqual({
    changes: { net_weight_g: { from: 42, to: null } },
  });
});

it("leaves a text that is no weight for the API to refuse", async () => {
  expect(await preview({ seen_net_weight_g: "42", net_weight_g: "4.2" })).toEqual({
    changes: { net_weight_g: { from: 42, to: "4.2" } },
  });
});
