// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import type { CategoryMap, CategoryNode } from "@furoshiki/api/catalog";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderPage } from "../../../test/render-page.tsx";
import { createRootData, customer } from "../../../test/root-data.ts";
import { connectionError, stubFetch } from "../../../test/stub-fetch.ts";
import { CartProvider } from "../../cart/cart-state.tsx";
import { WishlistProvider } from "../../wishlist/wishlist-button.tsx";
import { CategoryDrawer } from "../category-menu/category-drawer.tsx";
import { SignInDialog } from "../sign-in/sign-in-dialog.tsx";
import { TabBar } from "../tab-bar.tsx";
import { Header } from "./header.tsx";

type Options = NonNullable<Parameters<typeof renderPage>[1]>;

/** Renders the header and the overlays that it opens. */
function renderHeader(options: Options = {}) {
  const rootData = createRootData(options.locale ?? "en-US", options.rootData);
  return renderPage(
    <CartProvider summary={rootData.cart}>
      <WishlistProvider ids={rootData.user ? [] : null} getSignInPath={(path) => path}>
        <Header rootData={rootData} />
        <TabBar rootData={rootData} />
        {rootData.user ? null : <SignInDialog />}
        <CategoryDrawer />
      </WishlistProvider>
    </CartProvider>,
    { url: "/soap", ...options },
  );
}

/** The controls at the end of the header, without those of the phone layout. */
const getAccountControls = () => within(screen.getByRole("navigation", { name: "Account" }));

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the category drawer", () => {
  const createCategory = (id: number, name: string, sub: CategoryMap = {}): CategoryNode =>
    ({ id, name, link_rewrite: `category-${id}`, position: -id, count: id * 100, image: null, sub }) as CategoryNode;
  const tree: CategoryMap = {
    1: createCategory(1, "Hair"),
    2: createCategory(2, "Face", { 20: createCategory(20, "Creams"), 21: createCategory(21, "Toners") }),
  };
  const openDrawer = async ({ user }: ReturnType<typeof renderHeader>) => {
    const [link] = screen.getAllByRole("link", { name: "Catalogue" });
    expect(link).toHaveAttribute("aria-haspopup", "dialog");
    await user.click(link!);
    return within(await screen.findByRole("dialog", { name: "Catalogue" }));
  };
  const listEntries = (drawer: Awaited<ReturnType<typeof openDrawer>>) =>
    drawer.getAllByRole("listitem").map(({ textContent }) => textContent);

  it("says if the categories cannot be loaded, and tries again", async () => {
    let isConnected = false;
    stubFetch(() => (isConnected ? { data: tree } : connectionError));
    const page = renderHeader();
    const drawer = await openDrawer(page);
    expect(await drawer.findByRole("alert")).toHaveTextContent("The catalogue did not load.");
    isConnected = true;
    await page.user.click(drawer.getByRole("button", { name: "Try again" }));
    await drawer.findByRole("button", { name: /^Face/ });
    expect(listEntries(drawer).slice(0, 2)).toEqual(["Face200", "Hair100"]);
  });

  // The tree was loaded by the test above: once per document.
  it("opens level by level with the focus on the first entry", async () => {
    const calls = stubFetch(() => connectionError);
    const page = renderHeader();
    const { user, getUrl } = page;
    const drawer = await openDrawer(page);
    await user.click(await drawer.findByRole("button", { name: /^Face/ }));
    expect(drawer.getByRole("heading", { name: "Face" })).toBeVisible();
    expect(drawer.getByRole("link", { name: /^All products of this category/ })).toHaveFocus();
    expect(listEntries(drawer)).toEqual(["Toners2,100", "Creams2,000"]);
    expect(drawer.getByRole("link", { name: "Show 200 products" })).toHaveAttribute(
      "href",
      "/en-US/category/category-2",
    );
    await user.click(drawer.getByRole("button", { name: "Back: Catalogue" }));
    expect(drawer.getByRole("button", { name: /^Face/ })).toHaveFocus();
    await user.click(drawer.getByRole("link", { name: /^Hair/ }));
    await waitFor(() => expect(getUrl()).toBe("/en-US/category/category-1"));
    expect(screen.queryByRole("dialog", { name: "Catalogue" })).not.toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it("opens at the level where it was closed", async () => {
    const page = renderHeader();
    const drawer = await openDrawer(page);
    await page.user.click(await drawer.findByRole("button", { name: /^Face/ }));
    await page.user.click(drawer.getByRole("button", { name: "Close the catalogue" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await page.user.click(screen.getAllByRole("link", { name: "Catalogue" })[0]!);
    expect(await screen.findByRole("heading", { name: "Face" })).toBeVisible();
    await page.user.click(screen.getByRole("button", { name: "Back: Catalogue" }));
  });

  it("leads to the collections, and to the rest of the header menu", async () => {
    const { config } = createRootData("en-US");
    const header = [
      { text: "Brands", to: "/brands" },
      { text: "Blog", to: "/blog" },
    ];
    const page = renderHeader({ rootData: { config: { ...config, menus: { ...config.menus, header } } } });
    const drawer = await openDrawer(page);
    await drawer.findByRole("link", { name: "Best sellers" });
    expect(drawer.getAllByRole("link", { name: "Brands" })).toHaveLength(1);
    expect(drawer.getByRole("link", { name: "Blog" })).toHaveAttribute("href", "/en-US/blog");
  });
});

describe("the sign-in dialog", () => {
  /** Sets the history entry that the page is at; the router of the tests keeps its own. */
  const setHistoryEntry = (idx: number) => history.replaceState({ idx }, "", "/en-US/soap?auth=1&from=/wishlist");
  const findDialog = async () => within(await screen.findByRole("dialog", { name: "Sign in" }));
  const findEmail = async () => (await findDialog()).findByRole("textbox", { name: "Email" });

  beforeEach(() => setHistoryEntry(1));
  afterEach(() => history.replaceState(null, "", "/"));

  it("opens over the page with the focus in its first field", async () => {
    const { user, getUrl } = renderHeader();
    await user.click(getAccountControls().getByRole("link", { name: "Sign in" }));
    await waitFor(() => expect(getUrl()).toBe("/en-US/soap?auth=1"));
    const email = await findEmail();
    await waitFor(() => expect(email).toHaveFocus());
  });

  it("keeps the email and the page to open when it changes to the registration", async () => {
    const { user, getUrl } = renderHeader({ url: "/soap?usage=3&auth=1&from=/wishlist" });
    await user.type(await findEmail(), "anna@example.com");
    await user.click((await findDialog()).getByRole("link", { name: "Create an account" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Create an account" }));
    expect(dialog.getByRole("textbox", { name: "Email" })).toHaveValue("anna@example.com");
    expect(getUrl()).toBe("/en-US/soap?usage=3&auth=register&from=%2Fwishlist");
  });

  it.each([
    ["back to the page that opened it", 1, "/en-US/soap?usage=3"],
    ["to the home page if the document was loaded with it", 0, "/en-US"],
  ])("leads %s when it is closed", async (_where, historyIndex, url) => {
    setHistoryEntry(historyIndex);
    const { user, getUrl } = renderHeader({ url: "/soap?usage=3&auth=1&from=/wishlist" });
    await findEmail();
    // A click beside it.
    await user.click(screen.getByRole("dialog", { name: "Sign in" }));
    await waitFor(() => expect(getUrl()).toBe(url));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it.each(["", "?auth=0", "?auth=false"])("stays closed at %j", (search) => {
    renderHeader({ url: `/soap${search}` });
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
});

describe("the menu of a customer", () => {
  const rootData = { user: customer };
  const openMenu = async ({ user }: ReturnType<typeof renderHeader>) => {
    await user.click(await getAccountControls().findByRole("button", { name: customer.name }));
    return within(await screen.findByRole("navigation", { name: "Profile" }));
  };

  it("names the customer, and closes when a link is followed", async () => {
    const page = renderHeader({ rootData });
    const menu = await openMenu(page);
    expect(menu.getByText("Anna Sokolova")).toBeVisible();
    expect(menu.getByText(customer.email)).toBeVisible();
    await page.user.click(menu.getByRole("link", { name: "Addresses" }));
    await waitFor(() => expect(page.getUrl()).toBe("/en-US/profile/addresses"));
    expect(screen.queryByRole("navigation", { name: "Profile" })).not.toBeInTheDocument();
  });

  it("closes when the focus leaves it, and with Escape, which returns the focus", async () => {
    const page = renderHeader({ rootData });
    const menu = await openMenu(page);
    await page.user.click(menu.getByText(customer.email));
    await page.user.keyboard("{Escape}");
    expect(screen.queryByRole("navigation", { name: "Profile" })).not.toBeInTheDocument();
    const button = getAccountControls().getByRole("button", { name: customer.name });
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute("aria-expanded", "false");
    await openMenu(page);
    await page.user.tab({ shift: true });
    expect(screen.queryByRole("navigation", { name: "Profile" })).not.toBeInTheDocument();
  });

  it("ends the session before it leaves the page, and clears the cart of the browser", async () => {
    localStorage.setItem("cart", JSON.stringify({ entities: {}, currency: "rub" }));
    const replace = vi.fn<(url: string) => void>();
    const calls = stubFetch(() => {
      expect(replace).not.toHaveBeenCalled();
      return {};
    });
    vi.stubGlobal("location", { ...window.location, replace, href: "http://localhost/", origin: "http://localhost" });
    const page = renderHeader({ rootData });
    const menu = await openMenu(page);
    await page.user.click(menu.getByRole("button", { name: "Sign out" }));
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/en-US"));
    expect(calls).toMatchObject([{ url: expect.stringMatching(/\/en-US\/logout$/), method: "POST" }]);
  });

  it("has notifications on phones, in a dialog that returns the focus", async () => {
    const page = renderHeader({ rootData, loaders: { "/notifications": () => ({ items: [] }) } });
    const tab = await screen.findByRole("button", { name: "Alerts" });
    await page.user.click(tab);
    const dialog = within(await screen.findByRole("dialog", { name: "Notifications" }));
    expect(await dialog.findByText("No notifications yet")).toBeVisible();
    await page.user.click(dialog.getByRole("button", { name: "Close notifications" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
});

describe("the language switch", () => {
  const listHrefs = () => {
    const group = within(screen.getByRole("group", { name: /^(Language|Язык)/ }));
    return group.getAllByRole("link").map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")]);
  };

  it("leads to the same page with its query", () => {
    renderHeader({ url: "/soap?usage=3" });
    expect(listHrefs()).toEqual([
      ["ru-RU", "/language/ru-RU?to=%2Fsoap%3Fusage%3D3"],
      ["en-US", "/language/en-US?to=%2Fsoap%3Fusage%3D3"],
    ]);
    const group = within(screen.getByRole("group", { name: "Language" }));
    expect(group.getByRole("link", { current: true })).toHaveAccessibleName(/English$/);
    expect(group.getByRole("link", { name: /Русский$/ })).toHaveAttribute("lang", "ru-RU");
  });

  it("leads from Russian to English the same way", () => {
    renderHeader({ locale: "ru-RU", url: "/soap" });
    expect(listHrefs()[1]).toEqual(["en-US", "/language/en-US?to=%2Fsoap"]);
  });
});

it("marks the current page of the tab bar", () => {
  renderHeader({ url: "/category/face" });
  const tabs = within(screen.getByRole("navigation", { name: "Main menu" }));
  expect(tabs.getByRole("link", { current: "page" })).toHaveTextContent("Catalogue");
});

it("shows what was searched for in both search boxes of the results page only", () => {
  renderHeader({ url: "/product_search?q=rice" });
  const boxes = screen.getAllByRole("combobox");
  expect(boxes.map((box) => (box as HTMLInputElement).value)).toEqual(["rice", "rice"]);
});
