// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { Link, ReloadDocumentContext } from "./link.tsx";

/** Renders a link on a page; returns whether a click on it loads a document instead of navigating in the page. */
function loadsDocument(url: string, to: string, shouldReload = false): boolean {
  renderPage(
    <ReloadDocumentContext value={shouldReload}>
      <Link to={to}>Next</Link>
    </ReloadDocumentContext>,
    { url },
  );
  let isPrevented = false;
  const preventLoading = (event: Event) => {
    isPrevented = event.defaultPrevented;
    // jsdom cannot load documents.
    event.preventDefault();
  };
  addEventListener("click", preventLoading, { once: true });
  fireEvent.click(screen.getByRole("link"));
  return !isPrevented;
}

it("has the prefix of the locale", () => {
  renderPage(<Link to="/cart?x=1">Cart</Link>);
  expect(screen.getByRole("link")).toHaveAttribute("href", "/en-US/cart?x=1");
});

describe("a link loads a new document", () => {
  it.each([
    ["/brands", "/cart", false],
    ["/brands", "/user/payment/1", true],
    ["/certificates/k", "/brands", true],
    ["/user/payment/1", "/jpcart/payment/1", false],
  ])("from %s to %s: %s", (url, to, isExpected) => {
    expect(loadsDocument(url, to)).toBe(isExpected);
  });

  it("once a newer build is known", () => {
    expect(loadsDocument("/brands", "/cart", true)).toBe(true);
  });
});

it("changes only the URL if it opens the sign-in dialog", async () => {
  const { user, getUrl } = renderPage(<Link to="/brands?auth=1">Sign in</Link>, { url: "/brands" });
  await user.click(screen.getByRole("link"));
  expect(getUrl()).toBe("/en-US/brands?auth=1");
});
