// @vitest-environment jsdom
import { act, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider, useLoaderData, useRevalidator, useRouteError } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { connectionError, stubFetch } from "../../test/stub-fetch.ts";
import { NoConnection } from "../layout/no-connection.tsx";
import { isConnectionError } from "./connection-error.ts";
import { useIsOffline } from "./offline-status.ts";
import { clearAllCaches, clearPageCache } from "./page-cache.ts";
import { preservePageOnFailedRefresh, useTrackDisplayedPage } from "./preserve-page.ts";

const reload = vi.fn<() => void>();

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => void dispatchEvent(new Event(isOnline ? "online" : "offline")));
}

beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal("location", { reload });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  delete document.documentElement.dataset["asOf"];
});

describe("the page without a connection", () => {
  it("is announced, and reloads when asked to", async () => {
    stubFetch(() => connectionError);
    const { user } = renderPage(<NoConnection error={null} />);
    expect(screen.getByRole("alert")).toHaveTextContent("We cannot reach the store");
    await user.click(screen.getByRole("button", { name: "Reload the page" }));
    expect(reload).toHaveBeenCalledOnce();
  });

  it("reloads by itself once the store responds, not for the page of a proxy", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const responses: unknown[] = [connectionError, new Response(null, { status: 502 }), new Response("ok")];
    const calls = stubFetch(() => responses.shift());
    renderPage(<NoConnection error={null} />);
    for (const count of [1, 2]) {
      await waitFor(() => expect(calls).toHaveLength(count));
      await act(async () => {
        vi.advanceTimersByTime(5000);
      });
    }
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(calls.map(({ url }) => url)).toEqual(["/healthz", "/healthz", "/healthz"]);
  });

  it("waits for the network before it asks the store", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const calls = stubFetch(() => new Response("ok"));
    renderPage(<NoConnection error={null} />);
    expect(calls).toEqual([]);
    setOnline(true);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it("reloads at once if the service worker can answer instead", () => {
    stubFetch(() => connectionError);
    vi.stubGlobal("navigator", { onLine: true, serviceWorker: { controller: {} } });
    renderPage(<NoConnection error={new TypeError("Failed to fetch")} />);
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe("the offline status", () => {
  const Status = () => <p>{useIsOffline() ? "offline" : "online"}</p>;

  it("follows the network", () => {
    renderPage(<Status />);
    expect(screen.getByText("online")).toBeVisible();
    setOnline(false);
    expect(screen.getByText("offline")).toBeVisible();
    setOnline(true);
    expect(screen.getByText("online")).toBeVisible();
  });

  it("is offline on a page from the cache of the service worker", () => {
    document.documentElement.dataset["asOf"] = "2026-11-20T10:00:00Z";
    renderPage(<Status />);
    expect(screen.getByText("offline")).toBeVisible();
  });
});

describe("a page whose data cannot be loaded", () => {
  /** Renders two pages, of which the second is loaded on demand; `load` answers their loaders. */
  function renderPages(load: () => unknown) {
    const router = createMemoryRouter(
      [
        {
          id: "root",
          HydrateFallback: () => null,
          middleware: [preservePageOnFailedRefresh as never],
          Component: () => {
            useTrackDisplayedPage();
            return <Outlet />;
          },
          ErrorBoundary: () => <p>{isConnectionError(useRouteError()) ? "no connection" : "error page"}</p>,
          children: [
            { path: "/first", loader: load, Component: FirstPage },
            { path: "/second", loader: load, element: <p>second page</p> },
          ],
        },
      ],
      { initialEntries: ["/first"] },
    );
    render(<RouterProvider router={router} />);
    return router;
  }
  function FirstPage() {
    const { revalidate } = useRevalidator();
    const text = useLoaderData<string>();
    return <button onClick={() => void revalidate()}>{text}</button>;
  }
  /** What React Router throws for an error response of the store. */
  const createErrorResponse = (status: number) => ({ status, statusText: "", internal: false, data: null });

  it.each([
    ["stays if the connection is lost", "first page", connectionError],
    ["stays if the store is overloaded", "first page", createErrorResponse(503)],
    ["stays if there were too many requests", "first page", createErrorResponse(429)],
    ["makes way for the error page if it no longer exists", "error page", createErrorResponse(404)],
  ])("that is refreshed %s", async (_what, expectedText, error) => {
    const responses: unknown[] = ["first page"];
    const load = vi.fn<() => unknown>(() => {
      const response = responses.shift();
      if (response === undefined) throw error;
      return response;
    });
    renderPages(load);
    const button = await screen.findByRole("button", { name: "first page" });
    act(() => button.click());
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    expect(await screen.findByText(expectedText)).toBeVisible();
  });

  it("that is opened shows that there is no connection", async () => {
    const responses: unknown[] = ["first page"];
    const router = renderPages(() => {
      const response = responses.shift();
      if (response === undefined) throw new TypeError("Failed to fetch");
      return response;
    });
    await screen.findByRole("button", { name: "first page" });
    await act(() => router.navigate("/second"));
    expect(await screen.findByText("no connection")).toBeVisible();
  });
});

describe("the cache of pages", () => {
  const deleted = vi.fn<(name: string) => void>();
  const stubCaches = (names: string[]) =>
    vi.stubGlobal("caches", { keys: async () => names, delete: async (name: string) => deleted(name) });
  beforeEach(() => deleted.mockClear());

  it("is deleted with a visitor's pages, but without the files of the store", async () => {
    stubCaches(["pages-1", "files-1", "pages-2"]);
    await clearPageCache();
    expect(deleted.mock.calls).toEqual([["pages-1"], ["pages-2"]]);
  });

  it("is deleted with everything else if offline support is switched off", async () => {
    stubCaches(["pages-1", "files-1"]);
    await clearAllCaches();
    expect(deleted.mock.calls).toEqual([["pages-1"], ["files-1"]]);
  });

  it("needs no storage", async () => {
    vi.stubGlobal("caches", { keys: () => Promise.reject(new DOMException("blocked", "SecurityError")) });
    await expect(clearPageCache()).resolves.toBeUndefined();
  });
});
