// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { Toasts } from "@furoshiki/design-system/ui/toast.tsx";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { connectionError, stubFetch } from "../../test/stub-fetch.ts";
import { useWishlist, WishlistButton, WishlistProvider } from "./wishlist-button.tsx";

function WishlistCount() {
  return <output aria-label="Favourites">{useWishlist().count}</output>;
}

function renderButtons(ids: readonly number[] | null) {
  return renderPage(
    <WishlistProvider ids={ids} getSignInPath={(path) => `${path}?auth=1`}>
      <WishlistButton id={7} name="Rice toner" className="" />
      <WishlistButton id={8} name="Soap" className="" />
      <WishlistCount />
      <Toasts />
    </WishlistProvider>,
    { url: "/soap" },
  );
}

const getButton = (name: string) => screen.getByRole("button", { name: `Add to favourites: ${name}` });
const getCount = () => screen.getByRole("status", { name: "Favourites" });

it("adds a product after the server has confirmed it, and removes it again", async () => {
  const response = Promise.withResolvers<unknown>();
  const calls = stubFetch(() => response.promise);
  const { user } = renderButtons([8]);
  expect(getCount()).toHaveTextContent("1");
  await user.dblClick(getButton("Rice toner"));
  expect(getButton("Rice toner")).toHaveAttribute("aria-pressed", "false");
  expect(calls.map(({ url, method, body }) => [url, method, body])).toEqual([
    ["/en-US/wishlist/7", "POST", "in_wishlist=1"],
  ]);
  response.resolve({});
  await waitFor(() => expect(getButton("Rice toner")).toHaveAttribute("aria-pressed", "true"));
  expect(getCount()).toHaveTextContent("2");
  await user.click(getButton("Soap"));
  await waitFor(() => expect(getButton("Soap")).toHaveAttribute("aria-pressed", "false"));
  expect(calls.at(-1)).toMatchObject({ url: "/en-US/wishlist/8", body: "in_wishlist=0" });
  expect(getCount()).toHaveTextContent("1");
});

it.each([
  ["the connection is lost", connectionError],
  ["the server refuses", new Response(null, { status: 500 })],
])("keeps its state when %s", async (_name, response) => {
  stubFetch(() => response);
  const { user } = renderButtons([]);
  await user.click(getButton("Rice toner"));
  expect(await screen.findByText("Something went wrong. Try again in a minute.")).toBeVisible();
  expect(getButton("Rice toner")).toHaveAttribute("aria-pressed", "false");
  expect(getCount()).toHaveTextContent("0");
});

it("asks a guest to sign in", async () => {
  const calls = stubFetch(() => ({}));
  const { user, getUrl } = renderButtons(null);
  await user.click(getButton("Rice toner"));
  await waitFor(() => expect(getUrl()).toBe("/en-US/soap?auth=1"));
  expect(calls).toEqual([]);
});
