// @vitest-environment jsdom
import { within } from "@testing-library/dom";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it, vi } from "vitest";
import type { RootData } from "../store-config/root-data.ts";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { getI18n } from "../i18n/use-i18n.tsx";
import "../i18n/all-messages.ts";
import ruRU from "../messages/ru-RU/shop.json" with { type: "json" };
import { createRootData } from "../../test/root-data.ts";
import { PageLayout } from "./page-layout.tsx";

// The layout is rendered as on the server: the browser loads some of its parts on demand.
vi.hoisted(() => vi.stubEnv("SSR", true));

const social = (["messenger", "network", "blog", "video", "shorts", "channel"] as const).map((kind) => ({
  kind,
  label: kind,
  href: `https://example.com/${kind}`,
}));

const createEntry = (to: string, accent?: true) => ({ text: `Menu ${to}`, to, ...(accent ? { accent } : {}) });
const createColumn = (...paths: string[]) => ({
  title: `Column ${paths[0]}`,
  entries: paths.map((path) => createEntry(path)),
});
const account = { ...createColumn("/profile/orders", "/profile/addresses", "/profile/info"), sign_in: true };
const menus: Record<Locale, RootData["config"]["menus"]> = {
  "ru-RU": {
    header: [
      ...[
        createEntry("/info/custom-tax", true),
        createEntry("/prices-drop", true),
        createEntry("/podarocnyi-sertifikat.html", true),
      ],
      ...["/info/delivery", "/info/payment", "/blog", "/news", "/brands"].map((path) => createEntry(path)),
    ],
    footer: [
      createColumn("/new-products", "/best-sales", "/user/newsletter"),
      createColumn(
        "/info/delivery",
        "/info/payment",
        "/info/garantiy-i-vozvrat",
        "/info/payment-security",
        "/info/pochemu-my",
      ),
      account,
    ],
    small_print: [
      createEntry("/info/oferta"),
      createEntry("/info/privacy-policy"),
      createEntry("https://example.com/terms"),
    ],
  },
  "en-US": {
    header: ["/prices-drop", "/info/delivery", "/info/payment", "/blog", "/brands"].map((path) => createEntry(path)),
    footer: [
      createColumn("/new-products", "/best-sales", "/user/newsletter"),
      createColumn("/info/legal-notice"),
      account,
    ],
    small_print: [createEntry("/info/privacy-policy")],
  },
};

/** Returns the root data of a store with menus, contacts and social links in one language. */
function createStoreData(locale: Locale, overrides: Partial<RootData> = {}, showCurrency = true): RootData {
  const data = createRootData(locale);
  const { config } = data;
  return {
    ...data,
    config: {
      ...config,
      features: { ...config.features, showCurrency, demo: true },
      shop: { ...config.shop, tagline: "Чай из Удзи", support_hours: { text: `Hours ${locale}`, short: "9 to 18" } },
      menus: menus[locale],
      whatsapp: { phone: "79000000010", label: "WhatsApp", url: `https://wa.me/${locale}` },
      contacts: [
        { kind: "whatsapp", value: "79000000010", label: "WhatsApp" },
        { kind: "company", value: `Company ${locale}`, label: "Seller" },
        { kind: "address", value: `Address ${locale}`, label: "Address" },
        { kind: "email", value: "hello@example.com", label: "Email" },
      ],
      social,
    },
    ...overrides,
  };
}

const customer: Partial<RootData> = {
  user: {
    id: 1,
    name: "Анна",
    surname: "Кузнецова",
    email: "anna@example.com",
    phone: "+7 900 000-00-01",
    email_verified: true,
    has_account: true,
    csrf_token: "",
  },
  cart: { quantities: { "1_0": 99, "2_0": 20 }, certificates: 1 },
  wishlist: { count: 3, ids: [1, 2, 3] },
  notifications: 100,
};

/** Renders the layout around a page, as the server sends it, and returns its body. */
function renderLayout(rootData: RootData): HTMLElement {
  const router = createMemoryRouter(
    [
      {
        path: "*",
        element: (
          <PageLayout i18n={getI18n(rootData.locale, "prefix_except_default")} rootData={rootData}>
            page
          </PageLayout>
        ),
      },
    ],
    { initialEntries: [rootData.locale === "ru-RU" ? "/soap" : "/en-US/soap"] },
  );
  const body = document.createElement("body");
  body.innerHTML = renderToStaticMarkup(<RouterProvider router={router} />);
  return body;
}

/** Returns the targets of the links in a part of a page, in order. */
function listHrefs(part: HTMLElement): (string | null)[] {
  const links = within(part).queryAllByRole("link");
  return links.map((link) => link.getAttribute("href"));
}
const findNavLinks = (page: HTMLElement, name: string) => listHrefs(within(page).getByRole("navigation", { name }));
const findFooterLinks = (page: HTMLElement) => listHrefs(within(page).getByRole("contentinfo"));

const socialLinks = social.map(({ href }) => href);

describe("the layout links in Russian", () => {
  const guestPage = renderLayout(createStoreData("ru-RU"));
  const customerPage = renderLayout(createStoreData("ru-RU", customer));

  it("in the sub-header are those of the header menu", () => {
    expect(findNavLinks(guestPage, "Разделы")).toEqual([
      "/info/custom-tax",
      "/prices-drop",
      "/podarocnyi-sertifikat.html",
      "/info/delivery",
      "/info/payment",
      "/blog",
      "/news",
      "/brands",
    ]);
  });

  it("in the header depend on whether the visitor is signed in", () => {
    expect(findNavLinks(guestPage, "Личное")).toEqual(["/soap?auth=1&from=%2Fwishlist", "/cart", "/soap?auth=1"]);
    expect(findNavLinks(customerPage, "Личное")).toEqual(["/wishlist", "/cart"]);
  });

  it("in the tab bar depend on whether the visitor is signed in", () => {
    expect(findNavLinks(guestPage, "Главное меню")).toEqual([
      "/",
      "/#catalogue",
      "/soap?auth=1&from=%2Fwishlist",
      "/cart",
      "/soap?auth=1",
    ]);
    expect(findNavLinks(customerPage, "Главное меню")).toEqual(["/", "/#catalogue", "/wishlist", "/cart", "/profile"]);
  });

  const commonLinks = [
    ...socialLinks,
    "/new-products",
    "/best-sales",
    "/user/newsletter",
    "/info/delivery",
    "/info/payment",
    "/info/garantiy-i-vozvrat",
    "/info/payment-security",
    "/info/pochemu-my",
  ];
  const lastLinks = ["https://wa.me/ru-RU", "/info/oferta", "/info/privacy-policy", "https://example.com/terms"];
  it("in the footer lead guests to sign-in before account pages", () => {
    expect(findFooterLinks(guestPage)).toEqual([
      ...commonLinks,
      "/soap?auth=1&from=%2Fprofile%2Forders",
      "/soap?auth=1&from=%2Fprofile%2Faddresses",
      "/soap?auth=1&from=%2Fprofile%2Finfo",
      ...lastLinks,
    ]);
    expect(findFooterLinks(customerPage)).toEqual([
      ...commonLinks,
      "/profile/orders",
      "/profile/addresses",
      "/profile/info",
      ...lastLinks,
    ]);
  });
});

describe("the layout links in English", () => {
  const guestPage = renderLayout(createStoreData("en-US"));
  const customerPage = renderLayout(createStoreData("en-US", customer));

  it("in the sub-header are those of the header menu", () => {
    expect(findNavLinks(guestPage, "Sections")).toEqual([
      "/en-US/prices-drop",
      "/en-US/info/delivery",
      "/en-US/info/payment",
      "/en-US/blog",
      "/en-US/brands",
    ]);
  });

  it("in the header and the tab bar have the locale prefix", () => {
    const signInUrl = "/en-US/soap?auth=1";
    expect(findNavLinks(guestPage, "Account")).toEqual([`${signInUrl}&from=%2Fwishlist`, "/en-US/cart", signInUrl]);
    expect(findNavLinks(customerPage, "Main menu")).toEqual([
      "/en-US",
      "/en-US#catalogue",
      "/en-US/wishlist",
      "/en-US/cart",
      "/en-US/profile",
    ]);
  });

  it("in the footer have the locale prefix", () => {
    expect(findFooterLinks(customerPage)).toEqual([
      ...socialLinks,
      "/en-US/new-products",
      "/en-US/best-sales",
      "/en-US/user/newsletter",
      "/en-US/info/legal-notice",
      "/en-US/profile/orders",
      "/en-US/profile/addresses",
      "/en-US/profile/info",
      "https://wa.me/en-US",
      "/en-US/info/privacy-policy",
    ]);
  });
});

describe("the layout", () => {
  it("shows the company of the locale, and the tagline only in Russian", () => {
    const [ru, en] = [renderLayout(createStoreData("ru-RU")), renderLayout(createStoreData("en-US"))];
    expect(ru.textContent).toContain("Company ru-RU. Address ru-RU");
    expect(en.textContent).toContain("Company en-US. Address en-US");
    expect(ru.textContent).toContain("Чай из Удзи");
    expect(en.textContent).not.toContain("Чай из Удзи");
  });

  it("shows the legal entity instead of the company if the store has one", () => {
    const { config } = createStoreData("ru-RU");
    const legal = { name: "ООО «Лавка»", address: "Москва", inn: "7707083893", ogrn: "1027700132195" };
    const page = renderLayout(createStoreData("ru-RU", { config: { ...config, shop: { ...config.shop, legal } } }));
    expect(page.textContent).toContain("© ООО «Лавка», ИНН 7707083893, ОГРН 1027700132195. Москва");
    expect(page.textContent).not.toContain("Company ru-RU");
  });

  it("shows the store's name in the logo, with its image if it has one", () => {
    const { config } = createStoreData("en-US");
    const logo = "/media/brand-000000000000000000000000.svg";
    const shopWithLogo = { ...config.shop, files: { ...config.shop.files, logo } };
    const findLogoImages = (page: HTMLElement) =>
      within(page)
        .getAllByRole("link", { name: /^Leaf, / })
        .map((link) => link.querySelector("img")?.getAttribute("src"));
    expect(findLogoImages(renderLayout(createStoreData("en-US")))).toEqual([undefined, undefined]);
    const pageWithLogo = renderLayout(createStoreData("en-US", { config: { ...config, shop: shopWithLogo } }));
    expect(findLogoImages(pageWithLogo)).toEqual([logo, logo]);
  });

  it("shows no contacts if the store has configured none", () => {
    const { config } = createStoreData("ru-RU");
    const shop = { ...config.shop, support_hours: null };
    const bareConfig = {
      ...config,
      whatsapp: null,
      contacts: [],
      social: [],
      menus: { header: [], footer: [], small_print: [] },
    };
    const page = renderLayout(createStoreData("ru-RU", { config: { ...bareConfig, shop } }));
    expect(findFooterLinks(page)).toEqual([]);
    expect(listHrefs(page).filter((href) => !href?.startsWith("/") && href !== "#main")).toEqual([]);
    expect(page.textContent).toContain("© Leaf");
  });

  it("shows counters over 99 as 99+, and none at zero", () => {
    const listCounters = (page: HTMLElement) =>
      ["Личное", "Главное меню"].map((name) =>
        [...within(page).getByRole("navigation", { name }).querySelectorAll("a, button")].flatMap(
          ({ textContent }) => /[0-9]+[+]?/.exec(textContent)?.[0] ?? [],
        ),
      );
    expect(listCounters(renderLayout(createStoreData("ru-RU", customer)))).toEqual([
      ["3", "99+", "99+"],
      ["3", "99+", "99+"],
    ]);
    expect(listCounters(renderLayout(createStoreData("ru-RU")))).toEqual([[], []]);
  });

  it("shows the notification bell only to customers", () => {
    const findBells = (page: HTMLElement) =>
      within(page).queryAllByRole("button", { name: new RegExp(ruRU["layout.notifications"]) });
    expect(findBells(renderLayout(createStoreData("ru-RU", customer)))).toHaveLength(1);
    expect(findBells(renderLayout(createStoreData("ru-RU")))).toEqual([]);
  });

  it("shows the currency picker only if the store enables it", () => {
    const findPickers = (page: HTMLElement) => within(page).queryAllByRole("button", { name: /^Валюта: RUB/ });
    expect(findPickers(renderLayout(createStoreData("ru-RU")))).toHaveLength(2);
    expect(findPickers(renderLayout(createStoreData("ru-RU", {}, false)))).toEqual([]);
  });
});
