// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import type { MessagePreferences } from "@furoshiki/api/account/message-preferences";
import { describe, expect, it } from "vitest";
import { createFailedResult, createFormAction, renderRoute } from "../../test/render-page.tsx";
import { callRoute } from "../../test/route-requests.ts";
import { createSuccessResult } from "../forms/form-result.ts";
import MessagePreferencesPage, { action } from "./message-preferences.page.tsx";

const on = { is_enabled: true, can_change: true };
const off = { is_enabled: false, can_change: true };
const items: MessagePreferences["items"] = [
  { kind: "order", email: { is_enabled: true, can_change: false }, push: on },
  { kind: "parcel", email: on, push: on },
  { kind: "newsletter", email: off, push: null },
];

function renderPreferences(...responses: Parameters<typeof createFormAction>) {
  const { action: pageAction, onSubmit } = createFormAction(...responses);
  const loaderData = { items, locale: "ru-RU" as const, email: "anna@example.test", isVerified: false, push: null };
  const options = { url: "/profile/notifications", pageAction };
  return { ...renderRoute(MessagePreferencesPage, { loaderData }, options), onSubmit };
}

const getEmail = (name: string) => screen.getByRole("checkbox", { name: `${name} Email` });

describe("the page of emails and notifications", () => {
  it("shows what is sent, and why something cannot be switched off", () => {
    renderPreferences();
    expect(getEmail("Parcels on their way")).toBeChecked();
    expect(getEmail("New arrivals and offers")).not.toBeChecked();
    expect(getEmail("Orders and payments")).toBeDisabled();
    expect(getEmail("Orders and payments")).toHaveAccessibleDescription(/Always on: they are your proof of purchase/);
    expect(screen.getByText(/not confirmed/)).toBeVisible();
  });

  it("saves a change at once, and shows what is stored if that fails", async () => {
    const { user, onSubmit } = renderPreferences(createFailedResult({ message: "Try again later" }));
    await user.click(getEmail("Parcels on their way"));
    expect(await screen.findByText("Try again later")).toBeVisible();
    expect(onSubmit.mock.calls).toMatchObject([
      [{ intent: "kinds", shown: "email:order push:order email:parcel push:parcel" }],
    ]);
    await waitFor(() => expect(getEmail("Parcels on their way")).toBeChecked());
  });

  it("ends all advertising with one press, and sets the language", async () => {
    const { user, onSubmit } = renderPreferences(createSuccessResult("Saved"), createSuccessResult("Saved"));
    await user.click(screen.getByRole("button", { name: "Unsubscribe from advertising" }));
    expect(await screen.findByText("Saved")).toBeVisible();
    await user.selectOptions(screen.getByRole("combobox", { name: /Language of emails/ }), "English");
    await waitFor(() =>
      expect(onSubmit.mock.calls).toEqual([[{ intent: "stop_advertising" }], [{ intent: "locale", locale: "en-US" }]]),
    );
  });
});

describe("the form", () => {
  const respond = () => ({ body: { data: { items }, message: "Saved" } });

  it("sends only what was changed on the page, not what was changed elsewhere", async () => {
    const form = {
      intent: "kinds",
      shown: "email:order push:order email:parcel push:parcel",
      email: "newsletter",
      push: "order",
    };
    const { result, apiRequests } = await callRoute(action, { form, respond });
    expect(result).toMatchObject({ ok: true, message: "Saved" });
    expect(apiRequests.at(-1)).toMatchObject({
      call: "PATCH /v1/user/message-preferences",
      body: {
        changes: [
          { kind: "parcel", channel: "email", is_enabled: false },
          { kind: "parcel", channel: "push", is_enabled: false },
          { kind: "newsletter", channel: "email", is_enabled: true },
        ],
      },
    });
    const unchanged = { intent: "kinds", shown: "push:order", push: "order" };
    expect((await callRoute(action, { form: unchanged, respond })).apiRequests.at(-1)?.body).toEqual({ changes: [] });
  });

  it("subscribes and unsubscribes a browser", async () => {
    const on = { intent: "push_on", endpoint: "https://fcm.googleapis.com/x", p256dh: "p", auth: "a" };
    expect((await callRoute(action, { form: on, respond })).apiRequests).toMatchObject([
      { call: "POST /v1/user/push", body: { endpoint: on.endpoint, keys: { p256dh: "p", auth: "a" } } },
    ]);
    const off = { intent: "push_off", id: "7" };
    expect((await callRoute(action, { form: off, respond })).apiRequests).toMatchObject([
      { call: "DELETE /v1/user/push/7" },
    ]);
  });

  it("switches all advertising off", async () => {
    const { apiRequests } = await callRoute(action, { form: { intent: "stop_advertising" }, respond });
    const changes = [
      { kind: "newsletter", channel: "email", is_enabled: false },
      { kind: "reminders", channel: "email", is_enabled: false },
      { kind: "reminders", channel: "push", is_enabled: false },
    ];
    expect(apiRequests.at(-1)?.body).toEqual({ changes });
  });
});
