// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { Toasts } from "@furoshiki/design-system/ui/toast.tsx";
import type { Review } from "@furoshiki/api/reviews";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { customer } from "../../test/root-data.ts";
import { connectionError, stubFetch } from "../../test/stub-fetch.ts";
import { HelpfulButton } from "./helpful-button.tsx";

const review = { id: 9, helpful: 3, voted: false } as unknown as Review;

function renderButton(user: typeof customer | null = customer) {
  return renderPage(
    <>
      <HelpfulButton review={review} />
      <Toasts />
    </>,
    { url: "/rice-toner", rootData: { user } },
  );
}

const getButton = () => screen.getByRole("button", { name: /^Helpful/ });

it("adds a vote once and takes it back", async () => {
  const responses = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  const calls = stubFetch(() => responses[calls.length - 1]?.promise);
  const { user } = renderButton();
  await user.dblClick(getButton());
  responses[0]?.resolve({ helpful: 4, voted: true });
  await waitFor(() => expect(getButton()).toHaveAccessibleName("Helpful: 4"));
  expect(getButton()).toHaveAttribute("aria-pressed", "true");
  expect(calls.map(({ url, body }) => [url, body])).toEqual([["/en-US/reviews/9/helpful", "voted=1"]]);
  await user.click(getButton());
  responses[1]?.resolve({ helpful: 3, voted: false });
  await waitFor(() => expect(getButton()).toHaveAttribute("aria-pressed", "false"));
});

it.each([
  ["the connection is lost", connectionError, "Something went wrong. Try again in a minute."],
  ["it is refused", Response.json({ message: "This is your own review" }, { status: 422 }), "This is your own review"],
])("keeps the count when %s", async (_name, response, message) => {
  stubFetch(() => response);
  const { user } = renderButton();
  await user.click(getButton());
  expect(await screen.findByText(message)).toBeVisible();
  expect(getButton()).toHaveAccessibleName("Helpful: 3");
});

it("leads a guest to the sign-in dialog of the same page", () => {
  renderButton(null);
  expect(screen.getByRole("link", { name: "Helpful: 3" })).toHaveAttribute("href", "/en-US/rice-toner?auth=1");
});
