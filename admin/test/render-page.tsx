import "@testing-library/jest-dom/vitest";
import { cleanup, configure, render } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider, type ActionFunction, type LoaderFunction } from "react-router";
import { afterEach, beforeEach, vi } from "vitest";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import "../app/i18n/all-messages.ts";
import { getI18n, I18nProvider } from "../app/i18n/use-i18n.tsx";

type PageOptions = {
  locale?: Locale;
  /** Path and query of the page. */
  url?: string;
  /** The loaders of other routes by path, for the fetchers that load them. */
  loaders?: Record<string, LoaderFunction>;
  /** The actions of other routes by path, for the forms of fetchers. */
  actions?: Record<string, ActionFunction>;
  /** The loader of the page, which is called again when the page reloads its data. */
  loader?: LoaderFunction;
  /** The action of the page, for its forms. */
  action?: ActionFunction;
};

type Page = {
  user: UserEvent;
  /** Returns the current path and query. */
  getUrl(): string;
};

// A limit for tests that hang, also on slow or busy machines.
configure({ asyncUtilTimeout: 30_000 });
defineDialogMethods();
globalThis.EventSource = createSilentEventSource();
// Forms load and save their drafts. The last request follows the end of a test, so that the stub stays.
beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ data: { draft: null } })));
});
afterEach(cleanup);

/** Renders a component in jsdom as a page of the back office: with the router and its texts. */
export function renderPage(
  element: ReactNode,
  { locale = "en-US", url = "/", loaders = {}, actions = {}, loader, action }: PageOptions = {},
): Page {
  document.documentElement.lang = locale;
  const otherRoutes = [
    ...Object.entries(loaders).map(([path, loader]) => ({ path, loader })),
    ...Object.entries(actions).map(([path, action]) => ({ path, action })),
  ];
  const page = {
    path: "*",
    element,
    ...(loader ? { loader, HydrateFallback: () => null } : {}),
    ...(action ? { action } : {}),
  };
  const router = createMemoryRouter([...otherRoutes, page], { initialEntries: [url] });
  render(
    <I18nProvider i18n={getI18n(locale)}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  const getUrl = () => router.state.location.pathname + router.state.location.search;
  return { user: userEvent.setup({ delay: null }), getUrl };
}

/** Defines the methods of dialogs and popovers, which jsdom lacks. */
function defineDialogMethods(): void {
  const open = function open(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLElement.prototype.hidePopover = () => undefined;
  HTMLDialogElement.prototype.show = open;
  HTMLDialogElement.prototype.showModal = open;
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
}

/** Returns a class of event streams that never receive anything: jsdom has none. */
function createSilentEventSource(): typeof EventSource {
  class SilentEventSource extends EventTarget {
    static readonly CLOSED = 2;
    readonly readyState = 1;
    close(): void {}
  }
  return SilentEventSource as unknown as typeof EventSource;
}
