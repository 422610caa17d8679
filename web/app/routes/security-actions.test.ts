import { RouterContextProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { createRequestContext, requestContextKey } from "../api-client/request-context.ts";
import { action as submitSecondFactorForm } from "./second-factor.page.tsx";
import { action as submitSecurityForm } from "./security.page.tsx";

type Action = (args: never) => Promise<unknown>;

/** Submits a form with this intent. @returns the API calls and the status of a thrown response */
async function submitForm(action: Action, intent: string): Promise<{ calls: string[]; status?: number }> {
  const calls: string[] = [];
  const server = {
    localeStrategy: "prefix_except_default",
    api: async (path: string, { method }: { method: string }) => {
      calls.push(`${method} ${path}`);
      return { status: 200, body: { data: {} }, retryAfter: null };
    },
  } as unknown as Parameters<typeof createRequestContext>[0]["server"];
  const requestInfo = { currency: null, token: "secret", userAgent: "", requestId: "" };
  const context = new RouterContextProvider();
  context.set(
    requestContextKey,
    createRequestContext({ ...requestInfo, server, locale: "en-US", path: "/profile/security" }),
  );
  const body = new URLSearchParams({ intent });
  const request = new Request("http://shop.test/en-US/profile/security", { method: "POST", body });
  try {
    await action({ request, params: {}, context } as never);
    return { calls };
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    return { calls, status: error.status };
  }
}

describe.each<[string, Action, string, string]>([
  ["the security page", submitSecurityForm, "cancel_email_change", "DELETE /v1/user/email"],
  ["the page of the second factor", submitSecondFactorForm, "disable", "DELETE /v1/user/second-factor"],
])("%s", (_name, action, intent, call) => {
  it("calls the API for a known intent", async () => {
    expect(await submitForm(action, intent)).toEqual({ calls: [call] });
  });

  it.each(["", "delete", "constructor", "toString"])("refuses the unknown intent %j", async (unknownIntent) => {
    expect(await submitForm(action, unknownIntent)).toEqual({ calls: [], status: 400 });
  });
});
