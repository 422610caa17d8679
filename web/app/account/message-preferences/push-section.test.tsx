// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import type { PushState } from "@furoshiki/api/notifications/push";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFormAction, renderPage } from "../../../test/render-page.tsx";
import { createSuccessResult } from "../../forms/form-result.ts";
import { PushSection } from "./push-section.tsx";

const ENDPOINT = "https://fcm.googleapis.com/fcm/send/x";
const keys = { p256dh: "p", auth: "a" };
let subscription: { unsubscribe: () => Promise<boolean> } | null = null;
let permission: NotificationPermission = "granted";
const subscribe = vi.fn<(options: PushSubscriptionOptionsInit) => Promise<unknown>>();

/** A browser with the Push API, which jsdom has not. */
beforeEach(() => {
  subscription = null;
  permission = "granted";
  subscribe.mockReset().mockImplementation(async () => {
    const unsubscribe = async () => {
      subscription = null;
      return true;
    };
    subscription = Object.assign({ unsubscribe }, { endpoint: ENDPOINT, toJSON: () => ({ endpoint: ENDPOINT, keys }) });
    return subscription;
  });
  const registration = { pushManager: { getSubscription: async () => subscription, subscribe } };
  vi.stubGlobal("PushManager", vi.fn());
  vi.stubGlobal("Notification", { permission: "default", requestPermission: async () => permission });
  Object.defineProperty(navigator, "serviceWorker", {
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
    configurable: true,
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

function renderSection(devices: PushState["devices"] = [], ...responses: Parameters<typeof createFormAction>) {
  const { action, onSubmit } = createFormAction(...responses);
  const push = { public_key: "BAAA", devices };
  const page = renderPage(<PushSection push={push} result={undefined} />, {
    actions: { "/profile/notifications": action },
  });
  return { ...page, onSubmit };
}

const findButton = () => screen.findByRole("button", { name: "Turn on" });

it("asks for nothing until the button is pressed, then subscribes this browser", async () => {
  const { user, onSubmit } = renderSection([], createSuccessResult("Notifications are on"));
  const button = await findButton();
  await waitFor(() => expect(button).toBeEnabled());
  expect(subscribe).not.toHaveBeenCalled();
  await user.click(button);
  expect(await screen.findByText("Notifications are on")).toBeVisible();
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: Uint8Array.from([4, 0, 0]) });
  expect(onSubmit.mock.calls).toEqual([[{ intent: "push_on", endpoint: ENDPOINT, ...keys }]]);
});

it("says what to do if the customer refuses, or the browser fails", async () => {
  permission = "denied";
  const { user, onSubmit } = renderSection();
  const button = await findButton();
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(await screen.findByRole("alert")).toHaveTextContent("block notifications");
  permission = "granted";
  subscribe.mockRejectedValue(new Error("push service not available"));
  await user.click(button);
  expect(await screen.findByText(/could not set up notifications/)).toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();
});

it("names a browser that cannot show notifications", async () => {
  vi.unstubAllGlobals();
  renderSection();
  expect(await screen.findByText(/add the store to the Home Screen first/)).toBeVisible();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it("lists other devices, each with a button that removes it", async () => {
  const device = { id: 7, name: "Chrome, Android", created_at: "2026-11-20T10:00:00Z", endpoint_hash: "other" };
  const { user, onSubmit } = renderSection([device], createSuccessResult("Removed"));
  await user.click(screen.getByRole("button", { name: "Remove: Chrome, Android" }));
  await waitFor(() => expect(onSubmit.mock.calls).toEqual([[{ intent: "push_off", id: "7" }]]));
});
