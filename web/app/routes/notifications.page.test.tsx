// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import type { Notification } from "@furoshiki/api/notifications";
import { describe, expect, it } from "vitest";
import { createFailedResult, createFormAction, renderRoute } from "../../test/render-page.tsx";
import { callRoute, createRefusal } from "../../test/route-requests.ts";
import type { FormResult } from "../forms/form-result.ts";
import NotificationsPage, { action, loader } from "./notifications.page.tsx";

const createNotification = (id: number, title: string, read = true) =>
  ({
    ...{ id, title, read, kind: "order_shipped", message: `<p>${title}</p>`, created_at: "2026-11-20T10:00:00Z" },
    ...{ action: { name: "Hide" }, actions: [] },
  }) as unknown as Notification;
const shipped = createNotification(12, "Your order is on its way");
const answered = createNotification(11, "Your question is answered");

function renderNotifications(items: Notification[] | null, ...responses: Parameters<typeof createFormAction>) {
  const { action: formAction, onSubmit } = createFormAction(...responses);
  const options = { url: "/notifications", pageAction: formAction };
  return { ...renderRoute(NotificationsPage, { loaderData: { items } }, options), onSubmit };
}

describe("the page of notifications", () => {
  it("lists them with their time", () => {
    renderNotifications([shipped, answered]);
    const list = within(screen.getByRole("region", { name: "New" }));
    expect(list.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      "Your order is on its way",
      "Your question is answered",
    ]);
    expect(list.getAllByText("20 November, 13:00")).toHaveLength(2);
  });

  it("marks them as read up to the newest", async () => {
    const { onSubmit } = renderNotifications([createNotification(13, "New", false), shipped]);
    await waitFor(() => expect(onSubmit.mock.calls).toEqual([[{ read: "13" }]]));
  });

  it("hides all of them, once for a double click", async () => {
    const response = Promise.withResolvers<FormResult>();
    const { user, onSubmit } = renderNotifications([answered], response.promise);
    const button = screen.getByRole("button", { name: "Hide all" });
    await user.dblClick(button);
    expect(button).toBeDisabled();
    response.resolve(createFailedResult({ message: "Try again later" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Try again later");
    expect(button).toBeEnabled();
    expect(onSubmit.mock.calls).toEqual([[{ id: "11" }]]);
  });

  it("says what will appear here", () => {
    renderNotifications([]);
    expect(screen.getByRole("heading", { name: "No notifications yet" })).toBeVisible();
    expect(screen.getByRole("link", { name: "My orders" })).toHaveAttribute("href", "/en-US/profile/orders");
    expect(screen.queryByRole("button", { name: "Hide all" })).not.toBeInTheDocument();
  });

  it("asks guests to sign in, and leads back here", () => {
    renderNotifications(null);
    const link = screen.getByRole("link", { name: "Sign in" });
    expect(link).toHaveAttribute("href", "/en-US?auth=1&from=/notifications");
  });
});

describe("the route of notifications", () => {
  /** Submits ids to hide; a call to the API is answered with the status given for its id. */
  const hide = (ids: number[], statuses: Record<string, number> = {}) => {
    const form = new FormData();
    for (const id of ids) form.append("id", String(id));
    const respond = (call: string) => {
      const status = statuses[call.split("/").at(-1) ?? ""];
      return status === undefined ? {} : createRefusal(status, { message: "Try again later" });
    };
    return callRoute(action, { form, respond });
  };
  const listCalls = ({ apiRequests }: Awaited<ReturnType<typeof hide>>) => apiRequests.map(({ call }) => call);

  it("asks for none of a guest", async () => {
    const { result, apiRequests } = await callRoute(loader, { token: null });
    expect(result).toEqual({ items: null });
    expect(apiRequests).toEqual([]);
  });

  it("hides each one, also if another tab has hidden it", async () => {
    const hidden = await hide([11, 12], { 11: 404 });
    expect(hidden.result).toMatchObject({ data: { ok: true } });
    expect(listCalls(hidden)).toEqual(["DELETE /v1/user/notification/11", "DELETE /v1/user/notification/12"]);
  });

  it("stops at an error, and passes it on", async () => {
    const failed = await hide([11, 12], { 11: 503 });
    expect(failed.result).toMatchObject({ data: { ok: false, message: "Try again later" }, init: { status: 503 } });
    expect(listCalls(failed)).toEqual(["DELETE /v1/user/notification/11"]);
  });

  it("marks as read up to an id", async () => {
    const { apiRequests } = await callRoute(action, { form: { read: "12" } });
    expect(apiRequests).toMatchObject([{ call: "POST /v1/user/notification/read", body: { up_to: 12 } }]);
  });
});
