// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { lazy } from "react";
import { expect, it, vi } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { LazyDialog } from "./lazy-dialog.tsx";

it("says that a dialog could not be loaded, and keeps the page", async () => {
  // React reports the error that the boundary handles.
  const report = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Dialog = lazy(() => Promise.reject(new TypeError("Failed to fetch")));
  const onClose = vi.fn<() => void>();
  const { user } = renderPage(
    <>
      <input aria-label="Name" defaultValue="typed" />
      <LazyDialog onClose={onClose}>
        <Dialog />
      </LazyDialog>
    </>,
  );
  expect(await screen.findByRole("dialog", { name: "This window didn’t load" })).toBeInTheDocument();
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("typed");
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(report).toHaveBeenCalled();
});
