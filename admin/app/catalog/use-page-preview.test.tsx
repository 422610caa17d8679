// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { useRef } from "react";
import type { ProductDetail } from "@furoshiki/api/admin/catalog-admin/editor";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { usePagePreview } from "./use-page-preview.ts";

const url = "https://shop.test/product-preview/a.b";
const tab = {
  opener: {} as object | null,
  location: { replace: vi.fn<(url: string) => void>() },
  close: vi.fn<() => void>(),
};
const requests: { method: string; path: string; body: unknown }[] = [];
let answer: Response | null;

beforeEach(() => {
  requests.length = 0;
  vi.clearAllMocks();
  tab.opener = {};
  answer = null;
  vi.stubGlobal("open", () => tab);
  vi.stubGlobal("fetch", (path: string, { method = "", body = "" }: { method?: string; body?: string }) => {
    requests.push({ method, path, body: JSON.parse(body) });
    const saved = { url, expires_at: new Date(Date.now() + 3_600_000).toISOString() };
    return Promise.resolve(answer ?? Response.json({ data: saved }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Editor({ updatedAt = "2026-11-28T10:00:00Z" }: { updatedAt?: string }) {
  const form = useRef<HTMLFormElement>(null);
  const { open, refusal, blockedUrl } = usePagePreview(form, { id: 7, updated_at: updatedAt } as ProductDetail);
  return (
    <form ref={form}>
      <input type="hidden" name="seen_name_ru" defaultValue="Крем" />
      <input name="name_ru" aria-label="Name" defaultValue="Крем" />
      <button type="button" onClick={() => void open()}>
        Preview
      </button>
      <output>{refusal ?? blockedUrl}</output>
    </form>
  );
}
const press = (user: ReturnType<typeof renderPage>["user"]) =>
  user.click(screen.getByRole("button", { name: "Preview" }));
const edits = (to: string) => ({ changes: { name_ru: { from: "Крем", to } } });

it("opens the page with what was typed, and stores what is typed later", async () => {
  const { user } = renderPage(<Editor />);
  await user.type(screen.getByLabelText("Name"), " ночной");
  expect(requests).toEqual([]);
  await press(user);
  expect(requests).toEqual([{ method: "PUT", path: "/v1/admin/products/7/page-preview", body: edits("Крем ночной") }]);
  expect(tab.location.replace).toHaveBeenCalledWith(url);
  expect(tab.opener).toBeNull();
  await user.type(screen.getByLabelText("Name"), "!");
  await act(() => new Promise((resolve) => setTimeout(resolve, 800)));
  expect(requests.slice(1).map(({ body }) => body)).toEqual([edits("Крем ночной!")]);
});

it("opens the page of a product without changes", async () => {
  const { user } = renderPage(<Editor />);
  await press(user);
  expect(requests.map(({ body }) => body)).toEqual([{ changes: null }]);
});

it("says why it was refused, and closes the tab", async () => {
  answer = Response.json({ message: "Check the fields" }, { status: 422 });
  const { user } = renderPage(<Editor />);
  await press(user);
  expect(screen.getByRole("status")).toHaveTextContent("Check the fields");
  expect(tab.close).toHaveBeenCalledOnce();
  expect(tab.location.replace).not.toHaveBeenCalled();
});

it("offers the link if the browser opens no tab", async () => {
  vi.stubGlobal("open", () => null);
  const { user } = renderPage(<Editor />);
  await press(user);
  expect(screen.getByRole("status")).toHaveTextContent(url);
});
