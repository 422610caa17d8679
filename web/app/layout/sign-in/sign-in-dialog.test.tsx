// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import { use } from "react";
import { useLocation } from "react-router";
import { expect, it } from "vitest";
import { renderPage } from "../../../test/render-page.tsx";
import { Link } from "../../navigation/link.tsx";
import { SignInDialog } from "./sign-in-dialog.tsx";

const page = (
  <>
    <Link to="/brands?auth=1">Sign in</Link>
    <SignInDialog />
  </>
);
const getLink = () => screen.getByRole("link", { name: "Sign in" });

it("opens before the page is rendered for the URL of the pressed link, and stays open", async () => {
  const rendered = Promise.withResolvers<void>();
  /** A page that takes long to render for the new URL. */
  const SlowPage = () => {
    const { search } = useLocation();
    if (search !== "") use(rendered.promise);
    return <p>{`Brands${search}`}</p>;
  };
  const elements = (
    <>
      {page}
      <SlowPage />
    </>
  );
  renderPage(elements, { url: "/brands" });
  await act(async () => void fireEvent.click(getLink()));
  const dialog = screen.getByRole("dialog");
  expect(screen.getByText("Brands")).toBeInTheDocument();
  await act(async () => rendered.resolve());
  expect(await screen.findByText("Brands?auth=1")).toBeInTheDocument();
  expect(screen.getByRole("dialog")).toBe(dialog);
});

it("does not open when the link opens a new tab", () => {
  renderPage(page, { url: "/brands" });
  addEventListener("click", (event) => event.preventDefault(), { once: true });
  fireEvent.click(getLink(), { ctrlKey: true });
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});
