// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { Toasts } from "@furoshiki/design-system/ui/toast.tsx";
import { expect, it } from "vitest";
import { renderPage } from "../../../test/render-page.tsx";
import { customer } from "../../../test/root-data.ts";
import { connectionError, stubFetch } from "../../../test/stub-fetch.ts";
import { AlertButton } from "./alert-button.tsx";

function renderButton(user: typeof customer | null, alerts: Parameters<typeof AlertButton>[0]["alerts"] = []) {
  const button = <AlertButton productId={7} optionId={2} kind="price_drop" alerts={alerts} />;
  const page = (
    <>
      {button}
      <Toasts />
    </>
  );
  return renderPage(page, { url: "/rice-toner?option=2", rootData: { user } });
}

const getButton = () => screen.getByRole("button", { name: /when the price drops/ });

it("sets an alert and removes it again, one request at a time", async () => {
  const response = Promise.withResolvers<unknown>();
  const calls = stubFetch(() => response.promise);
  const { user } = renderButton(customer);
  expect(getButton()).toHaveAttribute("aria-pressed", "false");
  await user.dblClick(getButton());
  response.resolve({});
  await waitFor(() => expect(getButton()).toHaveAttribute("aria-pressed", "true"));
  expect(calls.map(({ url, body }) => [url, body])).toEqual([
    ["/en-US/profile/alerts/7", "kind=price_drop&option_id=2&enabled=1"],
  ]);
  await user.click(getButton());
  await waitFor(() => expect(getButton()).toHaveAttribute("aria-pressed", "false"));
  expect(calls[1]?.body).toBe("kind=price_drop&option_id=2&enabled=0");
});

it("shows the alert of this option only", () => {
  renderButton(customer, [{ kind: "price_drop", option_id: 1 }]);
  expect(getButton()).toHaveAttribute("aria-pressed", "false");
});

it.each([
  ["the connection is lost", connectionError, "Something went wrong. Try again in a minute."],
  ["the server refuses", Response.json({ message: "Too many alerts" }, { status: 422 }), "Too many alerts"],
])("keeps its state when %s", async (_name, response, message) => {
  stubFetch(() => response);
  const { user } = renderButton(customer, [{ kind: "price_drop", option_id: 2 }]);
  await user.click(getButton());
  expect(await screen.findByText(message)).toBeVisible();
  expect(getButton()).toHaveAttribute("aria-pressed", "true");
});

it("leads a guest to the sign-in dialog of the same page", () => {
  renderButton(null);
  const link = screen.getByRole("link", { name: "Notify me when the price drops" });
  expect(link).toHaveAttribute("href", "/en-US/rice-toner?option=2&auth=1");
});
