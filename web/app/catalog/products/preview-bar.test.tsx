// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "../../../test/render-page.tsx";
import { connectionError, stubFetch } from "../../../test/stub-fetch.ts";
import { PreviewBar } from "./preview-bar.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const first = "2026-11-28T10:00:00.000Z";

/** Renders the bar of a preview, and returns how often the page was loaded again. */
function renderBar(props: { version?: string | null; isExpired?: boolean; isBusy?: boolean } = {}) {
  const load = vi.fn<() => null>(() => null);
  renderPage(<PreviewBar token="a.b" version={first} isExpired={false} {...props} />, { pageLoader: load });
  return load;
}
const wait = () => act(() => vi.advanceTimersByTimeAsync(2100));

it("loads the page again when newer changes were stored, and not before", async () => {
  let version = first;
  const calls = stubFetch(() => ({ data: { version } }));
  const load = renderBar();
  await wait();
  expect(calls).toMatchObject([{ url: "/v1/product-previews/a.b/version" }]);
  expect(load).not.toHaveBeenCalled();
  version = "2026-11-28T10:00:05.000Z";
  await wait();
  expect(load).toHaveBeenCalledOnce();
});

it("loads the page again once the preview is refused, and keeps it without a connection", async () => {
  let answer: unknown = connectionError;
  stubFetch(() => answer);
  const load = renderBar();
  await wait();
  expect(load).not.toHaveBeenCalled();
  answer = Response.json({ code: "product_preview_expired", message: "Expired" }, { status: 404 });
  await wait();
  expect(load).toHaveBeenCalledOnce();
});

it("loads refused changes once, and again while the product is held by another transaction", async () => {
  stubFetch(() => ({ data: { version: first } }));
  const refused = renderBar({ version: null });
  await wait();
  await wait();
  expect(refused).toHaveBeenCalledOnce();
  const busy = renderBar({ version: null, isBusy: true });
  await wait();
  await wait();
  expect(busy).toHaveBeenCalledTimes(2);
});

it("asks no more after the preview has expired", async () => {
  const calls = stubFetch(() => ({ data: { version: first } }));
  renderBar({ version: null, isExpired: true });
  await wait();
  expect(calls).toEqual([]);
  expect(screen.getByRole("complementary", { name: "Preview" })).toBeVisible();
});

it("opens the page in a window as wide as a phone", () => {
  stubFetch(() => ({ data: { version: first } }));
  const open = vi.fn<typeof window.open>(() => null);
  vi.stubGlobal("open", open);
  renderBar();
  fireEvent.click(screen.getByRole("button", { name: "Phone width" }));
  expect(open).toHaveBeenCalledWith(location.href, "_blank", "popup,width=390,height=844");
});
