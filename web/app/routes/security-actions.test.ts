import { describe, expect, it } from "vitest";
import { callRoute } from "../../test/route-requests.ts";
import { action as submitSecondFactorForm } from "./second-factor.page.tsx";
import { action as submitSecurityForm } from "./security.page.tsx";

describe.each([
  ["the security page", submitSecurityForm, "cancel_email_change", "DELETE /v1/user/email"],
  ["the page of the second factor", submitSecondFactorForm, "disable", "DELETE /v1/user/second-factor"],
])("%s", (_name, action, intent, call) => {
  it("calls the API for a known intent", async () => {
    const { apiRequests } = await callRoute(action, { form: { intent } });
    expect(apiRequests).toMatchObject([{ call }]);
  });

  it.each(["", "delete", "constructor", "toString"])("refuses the unknown intent %j", async (unknownIntent) => {
    const { result, apiRequests } = await callRoute(action, { form: { intent: unknownIntent } });
    expect((result as Response).status).toBe(400);
    expect(apiRequests).toEqual([]);
  });
});
