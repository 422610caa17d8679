import { describe, expect, it } from "vitest";
import { callRoute, createRefusal, getRedirect } from "../../test/route-requests.ts";
import { action as deleteAccount } from "./account-deletion.page.tsx";
import { action as saveAddress, loader as loadAddress } from "./address.page.tsx";
import { action as changePassword, loader as loadResetLink } from "./change-password.page.tsx";
import { action as confirmEmail } from "./confirm-email.page.tsx";
import { action as subscribe } from "./newsletter.page.tsx";
import { action as updateConsent } from "./profile-data.page.tsx";
import { action as updateProfile } from "./profile-info.page.tsx";
import { action as unsubscribe, loader as loadUnsubscribeLink } from "./unsubscribe.page.tsx";

const signedOut = () => createRefusal(401, { code: "unauthenticated", message: "Sign in" });

describe("the password", () => {
  const passwords = { password: "correct horse", password_confirmation: "correct horse" };

  it("is set with the token of an email", async () => {
    const { result, apiRequests } = await callRoute(changePassword, { form: { token: "t-1", ...passwords } });
    expect(result).toMatchObject({ ok: true });
    expect(apiRequests).toMatchObject([{ call: "POST /v1/reset-password", body: { token: "t-1", ...passwords } }]);
  });

  it("is changed with the current one", async () => {
    const form = { current_password: "old", ...passwords };
    const { apiRequests } = await callRoute(changePassword, { form });
    expect(apiRequests).toMatchObject([{ call: "POST /v1/user/change-password", body: form }]);
  });

  it("asks for a sign-in if the session has expired", async () => {
    const { result } = await callRoute(changePassword, { form: passwords, respond: signedOut });
    expect(getRedirect(result)?.location).toBe("/en-US?auth=1&from=%2Fchange-password");
  });

  it.each([
    [410, 410],
    [429, 429],
    [422, 410],
  ])("shows a link that the API refuses with %i as a page with status %i", async (status, pageStatus) => {
    const { result } = await callRoute(loadResetLink, {
      ...{ url: "/change-password?token=t-1", token: null },
      respond: () => createRefusal(status, { message: "Too old" }),
    });
    expect(result).toMatchObject({ data: { linkError: "Too old" }, init: { status: pageStatus } });
  });

  it("shows a guest the form that requests a link", async () => {
    const { result } = await callRoute(loadResetLink, { url: "/change-password", token: null });
    expect(result).toEqual({ token: null, email: null, linkError: null, methods: null });
  });
});

describe("the account", () => {
  it("is deleted with the password, which also clears the session", async () => {
    const { result, apiRequests } = await callRoute(deleteAccount, { form: { current_password: "correct horse" } });
    expect(apiRequests).toMatchObject([{ call: "DELETE /v1/user", body: { current_password: "correct horse" } }]);
    expect(getRedirect(result)?.location).toBe("/en-US/user/deleted");
    expect((result as Response).headers.get("set-cookie")).toMatch(/^token=;/);
  });

  it("is kept if the password is wrong", async () => {
    const refusal = { code: "invalid", message: "Check", errors: { current_password: ["wrongPassword"] } };
    const { result } = await callRoute(deleteAccount, { form: {}, respond: () => createRefusal(422, refusal) });
    expect(result).toMatchObject({ ok: false, errors: refusal.errors });
  });

  it("sends only the changed fields of the profile", async () => {
    const profile = { name: "Anna", surname: "Sokolova", gender: null, birthday: null, newsletter: false };
    const form = { name: "Anna", surname: "Ivanova", gender: "", birthday: "", newsletter: "on" };
    const respond = (call: string) =>
      call.startsWith("GET") ? { body: { data: profile } } : { body: { message: "Saved" } };
    const { result, apiRequests } = await callRoute(updateProfile, { form, respond });
    expect(result).toMatchObject({ ok: true, message: "Saved" });
    expect(apiRequests[1]).toMatchObject({ call: "PATCH /v1/user", body: { surname: "Ivanova", newsletter: true } });
  });

  it.each([
    [{ purpose: "reminders", given: "on" }, true],
    [{ purpose: "reminders" }, false],
  ])("gives or withdraws the consent %j", async (form, given) => {
    const { result, apiRequests } = await callRoute(updateConsent, { form });
    expect(result).toMatchObject({ ok: true, values: { purpose: "reminders" } });
    expect(apiRequests).toMatchObject([{ call: "PUT /v1/user/consents/reminders", body: { given } }]);
  });
});

describe("an address", () => {
  const form = { first_name: "Anna", country: "RU" };
  const withId = () => ({ body: { data: { id: 7 } } });

  it("is created and leads back to the list", async () => {
    const { result, apiRequests } = await callRoute(saveAddress, { params: { id: "new" }, form, respond: withId });
    expect(apiRequests.map(({ call }) => call)).toEqual(["POST /v1/user/addresses"]);
    expect(getRedirect(result)?.location).toBe("/en-US/profile/addresses");
  });

  it("is changed and chosen if the form was opened in the cart", async () => {
    const request = { url: "/profile/addresses/7?back=/cart", params: { id: "7" }, form, respond: withId };
    const { result, apiRequests } = await callRoute(saveAddress, request);
    expect(apiRequests.map(({ call }) => call)).toEqual(["PUT /v1/user/addresses/7", "POST /v1/user/cart/address/7"]);
    expect(getRedirect(result)?.location).toBe("/en-US/cart#shipping");
  });

  it("is removed", async () => {
    const request = { params: { id: "7" }, form: { intent: "remove" } };
    expect((await callRoute(saveAddress, request)).apiRequests).toMatchObject([
      { call: "DELETE /v1/user/addresses/7" },
    ]);
  });

  it("keeps what was entered when it is refused", async () => {
    const refusal = { code: "invalid", message: "Check", errors: { postcode: ["required"] } };
    const request = { params: { id: "new" }, form, respond: () => createRefusal(422, refusal) };
    expect((await callRoute(saveAddress, request)).result).toMatchObject({ errors: refusal.errors, values: form });
  });

  it.each(["0", "-1", "abc", "1e3", "12345678901"])("does not exist under the id %j", async (id) => {
    const { result, apiRequests } = await callRoute(loadAddress, { params: { id } });
    expect(result).toMatchObject({ init: { status: 404 } });
    expect(apiRequests).toEqual([]);
  });

  it("asks a guest to sign in", async () => {
    const request = { url: "/profile/addresses/new", params: { id: "new" }, token: null, respond: signedOut };
    const { result } = await callRoute(loadAddress, request);
    expect(getRedirect(result)?.location).toBe("/en-US?auth=1&from=%2Fprofile%2Faddresses%2Fnew");
  });
});

describe("email links", () => {
  it("confirm the email address with their token", async () => {
    const { result, apiRequests } = await callRoute(confirmEmail, { form: { token: "t-1" } });
    expect(result).toMatchObject({ ok: true });
    expect(apiRequests).toMatchObject([{ call: "POST /v1/confirm-email", body: { token: "t-1" } }]);
  });

  it("unsubscribe with one click of a mail client, which sends the token in the URL", async () => {
    const request = { url: "/user/unsubscribe?token=t-2", form: { "List-Unsubscribe": "One-Click" }, token: null };
    const { apiRequests } = await callRoute(unsubscribe, request);
    expect(apiRequests).toMatchObject([{ call: "POST /v1/unsubscribe", body: { token: "t-2" } }]);
  });

  it.each([
    [410, { token: "" }, 410],
    [429, { token: "t-2" }, undefined],
    [503, { token: "t-2" }, undefined],
  ])("are checked before unsubscribing; %i of the API means %j", async (status, loaderData, pageStatus) => {
    const { result } = await callRoute(loadUnsubscribeLink, {
      ...{ url: "/user/unsubscribe?token=t-2", token: null },
      respond: () => createRefusal(status, { message: "No" }),
    });
    expect(result).toMatchObject({ data: loaderData });
    expect((result as { init: { status?: number } | null }).init?.status).toBe(pageStatus);
  });

  it("confirm a newsletter subscription, and expire", async () => {
    const refusal = createRefusal(410, { code: "link_broken", message: "Too old" });
    const { result } = await callRoute(subscribe, { form: { token: "t-3" }, respond: () => refusal });
    expect(result).toMatchObject({ data: { ok: false, code: "link_broken" }, init: { status: 410 } });
  });

  it("are requested with the email and the consent", async () => {
    const form = { email: "anna@example.com", agree: "on" };
    const { apiRequests } = await callRoute(subscribe, { form, token: null });
    expect(apiRequests).toMatchObject([{ call: "POST /v1/newsletter", body: { email: form.email, agree: true } }]);
  });
});
