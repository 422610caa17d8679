import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { createRequestContext, requestContextKey } from "../api-client/request-context.ts";
import { action } from "./order.page.tsx";

type Args = Parameters<typeof action>[0];

/** Submits a form to the page of order 7. @returns the API calls and the status of a thrown response */
async function submitForm(form: Record<string, string>): Promise<{ calls: string[]; status?: number }> {
  const calls: string[] = [];
  const server = {
    localeStrategy: "prefix_except_default",
    api: async (path: string, { method }: { method: string }) => {
      calls.push(`${method} ${path}`);
      return { status: 200, body: { data: {} }, retryAfter: null };
    },
  } as unknown as Parameters<typeof createRequestContext>[0]["server"];
  const requestInfo = { currency: null, token: null, userAgent: "", requestId: "" };
  const context = new RouterContextProvider();
  context.set(
    requestContextKey,
    createRequestContext({ ...requestInfo, server, locale: "en-US", path: "/profile/orders/7" }),
  );
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

it("cancels an order only if the form requests it", async () => {
  expect(await submitForm({ intent: "cancel" })).toEqual({ calls: ["POST /v1/user/orders/7/cancel"] });
  for (const form of [{}, { intent: "" }, { intent: "delete" }, { other: "cancel" }])
    expect(await submitForm(form)).toEqual({ calls: [], status: 400 });
});
