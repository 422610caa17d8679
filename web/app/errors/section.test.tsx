// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import { lazy } from "react";
import { createMemoryRouter, RouterProvider, useLoaderData } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { userEvent } from "@testing-library/user-event";
import { renderPage } from "../../test/render-page.tsx";
import { getI18n, I18nProvider } from "../i18n/use-i18n.tsx";
import { UpdateBar } from "../layout/update-bar.tsx";
import { canReload, loadOptionalModule, reloadOnFailedChunks } from "./chunk-reload.ts";
import { SectionBoundary } from "@furoshiki/design-system/errors/section-boundary.tsx";
import { SectionError } from "./section-error.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

describe("a section", () => {
  const Broken = (): never => {
    throw new Error("broken");
  };

  it("that fails leaves the rest of the page", () => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    renderPage(
      <>
        <p>The page</p>
        <SectionBoundary errorFallback={<p>No reviews</p>}>
          <Broken />
        </SectionBoundary>
        <SectionBoundary>
          <Broken />
        </SectionBoundary>
      </>,
    );
    expect(screen.getByText("The page")).toBeVisible();
    expect(screen.getByText("No reviews")).toBeVisible();
  });

  it("whose code cannot be loaded is left out", async () => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    const code = Promise.withResolvers<never>();
    const Lazy = lazy(() => code.promise);
    renderPage(
      <SectionBoundary loadingFallback={<p>Loading</p>} errorFallback={<p>No reviews</p>}>
        <Lazy />
      </SectionBoundary>,
    );
    expect(screen.getByText("Loading")).toBeVisible();
    code.reject(new TypeError("Failed to fetch dynamically imported module"));
    expect(await screen.findByText("No reviews")).toBeVisible();
  });

  it("whose data failed to load can be loaded again, once at a time", async () => {
    const responses = [null, "Reviews"];
    const reloaded = Promise.withResolvers<void>();
    const load = vi.fn<() => Promise<string | null>>(async () => {
      if (responses.length === 1) await reloaded.promise;
      return responses.shift() ?? null;
    });
    function Page() {
      return useLoaderData<string | null>() ?? <SectionError title="Reviews of this product" />;
    }
    render(
      <I18nProvider i18n={getI18n("en-US", "prefix_except_default")}>
        <RouterProvider
          router={createMemoryRouter([{ path: "/", loader: load, Component: Page, HydrateFallback: () => null }])}
        />
      </I18nProvider>,
    );
    const user = userEvent.setup({ delay: null });
    expect(await screen.findByRole("heading", { name: "Reviews of this product" })).toBeVisible();
    const button = screen.getByRole("button", { name: "Try again" });
    await user.dblClick(button);
    expect(button).toBeDisabled();
    reloaded.resolve();
    expect(await screen.findByText("Reviews")).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe("a chunk that cannot be loaded", () => {
  const reload = vi.fn<() => void>();
  /** Reports it as Vite does. @returns whether the error was handled */
  const reportFailedChunk = () => {
    const event = Object.assign(new Event("vite:preloadError", { cancelable: true }), { payload: new Error("404") });
    return !dispatchEvent(event);
  };
  let hasListener = false;
  beforeEach(() => {
    reload.mockClear();
    vi.stubGlobal("location", { reload });
    if (!hasListener) reloadOnFailedChunks();
    hasListener = true;
  });

  it("reloads the page, but not over and over", () => {
    expect(reportFailedChunk()).toBe(true);
    expect(reportFailedChunk()).toBe(false);
    expect(reload).toHaveBeenCalledOnce();
  });

  it("does not reload the page without a connection", () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    expect(reportFailedChunk()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it("does not reload the page for something that nobody waits for", async () => {
    const load = async () => {
      reportFailedChunk();
      throw new Error("404");
    };
    expect(await loadOptionalModule(load)).toBeNull();
    expect(reload).not.toHaveBeenCalled();
    expect(reportFailedChunk()).toBe(true);
  });

  it("is not reloaded if the browser cannot store when it was", () => {
    const blocked = {
      getItem: () => {
        throw new DOMException("blocked", "SecurityError");
      },
      setItem: () => undefined,
    };
    expect(canReload(blocked, 0)).toBe(false);
  });
});

describe("the notice of a newer build", () => {
  it("reloads the page, or goes away", async () => {
    const reload = vi.fn<() => void>();
    vi.stubGlobal("location", { reload });
    const { user } = renderPage(<UpdateBar />);
    expect(screen.getByRole("status")).toHaveTextContent("The store was updated while you had this page open");
    await user.click(screen.getByRole("button", { name: "Reload the page" }));
    expect(reload).toHaveBeenCalledOnce();
    await user.click(screen.getByRole("button", { name: "Later" }));
    await waitFor(() => expect(screen.queryByRole("status")).not.toBeInTheDocument());
  });
});
