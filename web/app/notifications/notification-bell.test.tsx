// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import type { Notification } from "@furoshiki/api/notifications";
import { expect, it } from "vitest";
import { createFormAction, renderPage } from "../../test/render-page.tsx";
import type { FormResult } from "../forms/form-result.ts";
import { NotificationBell } from "./notification-bell.tsx";

const createNotification = (id: number, title: string, read: boolean) =>
  ({
    ...{
      id,
      kind: "order_shipped",
      title,
      read,
      message: `<a href="/orders">${title}</a>`,
      created_at: "2026-11-20T10:00:00Z",
    },
    ...{ action: { name: "Hide" }, actions: [{ name: "Open the order", href: "/en-US/profile/orders/7" }] },
  }) as unknown as Notification;
const shipped = createNotification(12, "Your order is on its way", false);
const answered = createNotification(11, "Your question is answered", true);

function renderBell(items: Notification[], ...responses: Parameters<typeof createFormAction>) {
  const { action, onSubmit } = createFormAction(...responses);
  const options = { actions: { "/notifications": action }, loaders: { "/notifications": () => ({ items }) } };
  return { ...renderPage(<NotificationBell count={items.length} className="" />, options), onSubmit };
}

const getBell = () => screen.getByRole("button", { name: /Notifications/ });
const findRow = async (title: string) => within((await screen.findByRole("heading", { name: title })).closest("li")!);

it("loads the notifications when it opens and marks the newest as read", async () => {
  const { user, onSubmit } = renderBell([shipped, answered]);
  expect(getBell()).toHaveAttribute("aria-expanded", "false");
  await user.click(getBell());
  const row = await findRow("Your order is on its way");
  expect(row.getByRole("link", { name: "Open the order" })).toHaveAttribute("href", "/en-US/profile/orders/7");
  await waitFor(() => expect(onSubmit.mock.calls).toEqual([[{ read: "12" }]]));
});

it("marks nothing if everything was read", async () => {
  const { user, onSubmit } = renderBell([answered]);
  await user.click(getBell());
  await findRow("Your question is answered");
  expect(onSubmit).not.toHaveBeenCalled();
});

it("says that there is nothing new", async () => {
  const { user } = renderBell([]);
  await user.click(getBell());
  expect(await screen.findByText("No notifications yet")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Hide all" })).not.toBeInTheDocument();
});

it("hides a notification at once and shows it again if that fails", async () => {
  const response = Promise.withResolvers<FormResult>();
  const { user, onSubmit } = renderBell([answered], response.promise);
  await user.click(getBell());
  const row = await findRow(answered.title);
  await user.click(row.getByRole("button", { name: `Hide: ${answered.title}` }));
  await waitFor(() => expect(screen.queryByText("Open the order")).not.toBeInTheDocument());
  response.resolve({ ok: false, message: "Try again later", code: null, errors: {}, values: {} });
  expect(await screen.findByText("Try again later")).toBeVisible();
  expect(onSubmit.mock.calls).toEqual([[{ id: "11" }]]);
});

it("moves the focus to the next notification when one is hidden, and to the previous one at the end", async () => {
  const seen = createNotification(10, "Your review is published", true);
  const pending = [Promise.withResolvers<FormResult>(), Promise.withResolvers<FormResult>()] as const;
  const { user } = renderBell([answered, seen], pending[0].promise, pending[1].promise);
  await user.click(getBell());
  const hide = async (title: string) => (await findRow(title)).getByRole("button", { name: `Hide: ${title}` });
  await user.click(await hide(answered.title));
  expect(await hide(seen.title)).toHaveFocus();
  pending[0].resolve({ ok: false, message: "Try again later", code: null, errors: {}, values: {} });
  await screen.findByText("Try again later");
  await user.click(await hide(seen.title));
  expect(await hide(answered.title)).toHaveFocus();
  pending[1].resolve({ ok: true, message: null, code: null, errors: {}, values: {} });
  await waitFor(() => expect(screen.getByRole("heading", { name: seen.title })).toBeVisible());
});

it("closes with Escape, which restores the focus, and with a click outside", async () => {
  const { user } = renderBell([answered]);
  await user.click(getBell());
  await findRow(answered.title);
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("region", { name: "Notifications" })).not.toBeInTheDocument();
  expect(getBell()).toHaveFocus();
  await user.click(getBell());
  await findRow(answered.title);
  await user.click(document.body);
  expect(screen.queryByRole("region", { name: "Notifications" })).not.toBeInTheDocument();
});
