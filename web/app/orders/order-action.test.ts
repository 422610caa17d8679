import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { makeVisit, visitContext } from "../lib/api.ts";
import { action } from "./order.page.tsx";

type Args = Parameters<typeof action>[0];

/** Sends a form to the page of order 7. @returns the calls of the API, and the status of what the action threw */
async function send(form: Record<string, string>): Promise<{ calls: string[]; status?: number }> {
  const calls: string[] = [];
  const server = {
    localeStrategy: "prefix_except_default",
    api: async (path: string, { method }: { method: string }) => {
      calls.push(`${method} ${path}`);
      return { status: 200, body: { data: {} }, retryAfter: null };
    },
  } as unknown as Parameters<typeof makeVisit>[0]["server"];
  const visitor = { currency: null, token: null, userAgent: "", requestId: "" };
  const context = new RouterContextProvider();
  context.set(visitContext, makeVisit({ ...visitor, server, locale: "en-US", path: "/profile/orders/7" }));
  const body = new URLSearchParams(form);
  const request = new Request("http://shop.test/en-US/profile/orders/7", { method: "POST", body });
  try {
    await action({ request, params: { id: "7" }, context } as unknown as Args);
    return { calls };
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    return { calls, status: error.status };
  }
}

it("cancels an order only when the form says so", async () => {
  expect(await send({ intent: "cancel" })).toEqual({ calls: ["POST /v1/user/orders/7/cancel"] });
  for (const form of [{}, { intent: "" }, { intent: "delete" }, { other: "cancel" }])
    expect(await send(form)).toEqual({ calls: [], status: 400 });
});
