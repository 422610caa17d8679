import { render } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import type { ComponentType, ReactNode } from "react";
import { createMemoryRouter, RouterProvider, type ActionFunction, type LoaderFunction } from "react-router";
import { vi } from "vitest";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { catchConnectionError, createSuccessResult, type FormResult } from "../app/forms/form-result.ts";
import { I18nProvider, getI18n } from "../app/i18n/use-i18n.tsx";
import "../app/i18n/all-messages.ts";
import type { RootData } from "../app/store-config/root-data.ts";
import { createRootData } from "./root-data.ts";

type PageOptions = {
  locale?: Locale;
  /** Path and query of the page, without the locale prefix. */
  url?: string;
  /** What differs from the root loader's data of a guest. */
  rootData?: Partial<RootData>;
  /** The actions of other routes by path, for the forms that submit to them. */
  actions?: Record<string, ActionFunction>;
  /** The loaders of other routes by path, for the fetchers that load them. */
  loaders?: Record<string, LoaderFunction>;
  /** The action of the page itself. */
  pageAction?: ActionFunction;
  /** The loader of the page itself, which has been called for what is rendered first. */
  pageLoader?: LoaderFunction;
};

type Page = {
  user: UserEvent;
  /** Returns the current path and query. */
  getUrl(): string;
};

/** Renders a component in jsdom as the content of a page of the store: with the router, texts and root loader data. */
export function renderPage(
  element: ReactNode,
  { locale = "en-US", url = "/", rootData = {}, actions = {}, loaders = {}, pageAction, pageLoader }: PageOptions = {},
): Page {
  document.documentElement.lang = locale;
  const i18n = getI18n(locale, "prefix_except_default");
  const rootLoaderData = createRootData(locale, rootData);
  const paths = new Set([...Object.keys(actions), ...Object.keys(loaders)]);
  const otherRoutes = [...paths].map((path) => ({
    path: i18n.to(path),
    ...(actions[path] ? { action: actions[path] } : {}),
    ...(loaders[path] ? { loader: loaders[path] } : {}),
  }));
  const page = {
    ...{ id: "page", path: "*", element },
    ...(pageAction ? { action: pageAction } : {}),
    ...(pageLoader ? { loader: pageLoader } : {}),
  };
  const router = createMemoryRouter([{ id: "root", loader: () => rootLoaderData, children: [...otherRoutes, page] }], {
    initialEntries: [i18n.to(url)],
    hydrationData: { loaderData: { root: rootLoaderData, page: null } },
  });
  render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  const getUrl = () => router.state.location.pathname + router.state.location.search;
  return { user: userEvent.setup({ delay: null }), getUrl };
}

/** Renders a route component with some of its properties, as `renderPage`. */
export function renderRoute<P extends object>(Route: ComponentType<P>, props: Partial<P>, options?: PageOptions): Page {
  return renderPage(<Route {...(props as P)} />, options);
}

type FormActionResponse = FormResult | Promise<FormResult> | "connection lost";

/**
 * Returns an action that answers its first submission with the first response and so on, and then with success. It is
 * called with the submitted values.
 */
export function createFormAction(...responses: FormActionResponse[]) {
  const onSubmit = vi.fn<(values: Record<string, FormDataEntryValue>) => void>();
  const action: ActionFunction = async ({ request }) => {
    onSubmit(Object.fromEntries(await request.formData()));
    const response = responses.shift() ?? createSuccessResult();
    return response === "connection lost" ? catchConnectionError(loseConnection) : response;
  };
  return { action, onSubmit };
}

/** Fails as `fetch` does without a connection. */
function loseConnection(): Promise<never> {
  return Promise.reject(new TypeError("Failed to fetch"));
}

/** Returns the result of a submission that the API refused. */
export function createFailedResult(failure: Partial<FormResult>): FormResult {
  return { ok: false, message: null, code: "invalid", errors: {}, values: {}, ...failure };
}
