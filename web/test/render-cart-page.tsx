import type { Cart, CartLineUpdate, Estimate } from "@furoshiki/api/cart";
import { render, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import {
  createMemoryRouter,
  Outlet,
  RouterContextProvider,
  RouterProvider,
  useActionData,
  useLoaderData,
  useRouteLoaderData,
  type RouteObject,
} from "react-router";
import { createElement } from "react";
import { expect, vi } from "vitest";
import { Toasts } from "@furoshiki/design-system/ui/toast.tsx";
import { createRequestContext, requestContextKey } from "../app/api-client/request-context.ts";
import { CartProvider } from "../app/cart/cart-state.tsx";
import type { GuestLine } from "../app/cart/guest/guest-cart.ts";
import { getI18n, I18nProvider } from "../app/i18n/use-i18n.tsx";
import { shouldRevalidateLayout } from "../app/layout/should-revalidate.ts";
import { action as linesAction } from "../app/routes/cart-lines.ts";
import CartPage, { action, clientAction, loader, shouldRevalidate } from "../app/routes/cart.page.tsx";
import type { RootData } from "../app/store-config/root-data.ts";
import { WishlistProvider } from "../app/wishlist/wishlist-button.tsx";
import { createTestCart, createTestEstimate, createTestLine } from "./cart-fixtures.ts";
import "./render-page.tsx";
import { createRootData, customer } from "./root-data.ts";

type ApiResponse = { status?: number; data?: unknown; message?: string };
/** Answers a call of the API; undefined for the default answer. */
type ApiHandler = (call: string, body: unknown) => ApiResponse | Promise<ApiResponse> | undefined;

type CartPageOptions = {
  /** The customer's cart; a guest if absent. */
  cart?: Cart;
  /** The lines of a guest's cart. */
  guestLines?: GuestLine[];
  api?: ApiHandler;
};

/**
 * Renders the cart page with its route's loader and actions, as the storefront does. Its API calls are recorded; the
 * default API changes quantities and returns the cart.
 */
export async function renderCartPage({ cart, guestLines = [], api }: CartPageOptions) {
  const calls: string[] = [];
  let serverCart = cart ?? createTestCart([]);
  const answer = async (method: string, path: string, body: unknown): Promise<ApiResponse> => {
    calls.push(`${method} ${path}`);
    const custom = await api?.(`${method} ${path}`, body);
    if (custom) return custom;
    if (path === "/v1/countries") return { data: { items: [{ code: "RU", name: "Russia", deliverable: true }] } };
    if (path === "/v1/cart/estimate") return { data: estimateLines(guestLines, body as EstimateBody) };
    if (method === "POST" && path === "/v1/user/cart") serverCart = updateLines(serverCart, body as CartLineUpdate[]);
    return { data: serverCart };
  };
  const context = createContextProvider(answer, cart !== undefined);
  stubBrowser(answer, context, guestLines, cart !== undefined);
  const rootLoads = vi.fn<() => void>();
  const router = createCartRouter(context, () => {
    rootLoads();
    return createCartRootData(cart && serverCart);
  });
  await waitFor(() => expect(router.state.initialized).toBe(true));
  render(<RouterProvider router={router} />);
  calls.length = 0;
  rootLoads.mockClear();
  return { user: userEvent.setup({ delay: null }), calls, rootLoads };
}

/** Creates a router with the cart page and the layout's data, with the revalidation rules of both. */
function createCartRouter(context: () => RouterContextProvider, loadRoot: () => RootData) {
  const cartRoute: RouteObject = {
    id: "cart",
    path: "/en-US/cart",
    shouldRevalidate,
    loader: () => loader({ context: context() } as never),
    action: ({ request }) =>
      clientAction({
        request,
        serverAction: async () => action({ request, context: context() } as never),
      } as never),
    element: <TestCartPage />,
  };
  const rootRoute: RouteObject = {
    id: "root",
    shouldRevalidate: shouldRevalidateLayout,
    loader: loadRoot,
    element: <TestLayout />,
    children: [cartRoute],
  };
  return createMemoryRouter([rootRoute], { initialEntries: ["/en-US/cart"] });
}

function TestLayout() {
  const { cart } = useRouteLoaderData("root") as RootData;
  return (
    <I18nProvider i18n={getI18n("en-US", "prefix_except_default")}>
      <CartProvider summary={cart}>
        <WishlistProvider ids={cart ? [] : null} getSignInPath={(path) => path}>
          <main id="main" tabIndex={-1}>
            <Outlet />
          </main>
          <Toasts />
        </WishlistProvider>
      </CartProvider>
    </I18nProvider>
  );
}

function TestCartPage() {
  const props = { loaderData: useLoaderData(), actionData: useActionData(), params: {}, matches: [] };
  return createElement(CartPage, props as never);
}

function createCartRootData(cart: Cart | undefined): RootData {
  if (!cart) return createRootData("en-US");
  const quantities = Object.fromEntries(cart.cart_items.items.map(({ cart_id, qty }) => [cart_id, qty]));
  return createRootData("en-US", { user: customer, cart: { quantities, certificates: 0 } });
}

type Answer = (method: string, path: string, body: unknown) => Promise<ApiResponse>;

function createContextProvider(answer: Answer, isCustomer: boolean): () => RouterContextProvider {
  const server = {
    localeStrategy: "prefix_except_default",
    api: async (path: string, { method = "GET", body }: { method?: string; body?: string } = {}) => {
      const { status = 200, ...envelope } = await answer(method, path, body === undefined ? body : JSON.parse(body));
      return { status, body: envelope, retryAfter: null };
    },
  };
  const requestContext = createRequestContext({
    ...{ server, locale: "en-US", path: "/cart", currency: null, userAgent: "", requestId: "1" },
    token: isCustomer ? "token" : null,
  } as never);
  return () => {
    const context = new RouterContextProvider();
    context.set(requestContextKey, requestContext);
    return context;
  };
}

/** Stubs what the page uses of the browser: local storage, the CSRF token, and requests to the storefront and the API. */
function stubBrowser(
  answer: Answer,
  context: () => RouterContextProvider,
  guestLines: GuestLine[],
  isCustomer: boolean,
) {
  document.documentElement.lang = "en-US";
  document.head.innerHTML = isCustomer ? '<meta name="csrf-token" content="csrf">' : "";
  localStorage.clear();
  const entities = Object.fromEntries(guestLines.map((line) => [line.cart_id, line]));
  localStorage.setItem("cart", JSON.stringify({ entities, currency: "rub" }));
  // The page drops what it has read when another tab changes the storage.
  dispatchEvent(new StorageEvent("storage", { key: null }));
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: { method?: string; body?: string } = {}) => {
    if (path.startsWith("/en-US/cart/lines")) {
      const headers = { "content-type": "application/json" };
      const request = new Request(`https://shop.test${path}`, { method, headers, body: body ?? null });
      const result = await linesAction({ request, context: context() } as never);
      if (result instanceof Response) return result;
      return Response.json(result.data, result.init ?? {});
    }
    const { status = 200, ...envelope } = await answer(method, path, body === undefined ? body : JSON.parse(body));
    return Response.json(envelope, { status });
  });
}

function updateLines(cart: Cart, updates: readonly CartLineUpdate[]): Cart {
  const lines = new Map(cart.cart_items.items.map((line) => [line.product.id, line]));
  for (const { product_id: id, qty } of updates) {
    const line = lines.get(id);
    lines.delete(id);
    if (qty > 0) lines.set(id, createTestLine({ id, qty, ...(line ? { qtyLimit: line.qty_limit } : {}) }));
  }
  const { cart_items, price_v2, products_count } = createTestCart([...lines.values()]);
  return { ...cart, cart_items, price_v2, products_count };
}

type EstimateBody = { lines: { product_id: number; qty: number }[]; promo: string | null; presents: number[] };

function estimateLines(guestLines: readonly GuestLine[], { lines }: EstimateBody): Estimate {
  return createTestEstimate(
    lines.map(({ product_id: id, qty }) => {
      const stored = guestLines.find((line) => line.product.id === id);
      return createTestLine({
        id,
        qty,
        qtyLimit: stored?.qty_limit ?? 9,
        price: stored?.product.price.current ?? 1000,
      });
    }),
  );
}
