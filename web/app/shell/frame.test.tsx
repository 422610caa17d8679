import compile from "icu-minify/compile";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import type { Known } from "../lib/known.ts";
import type { Locale } from "../lib/locale.ts";
import { shopOf } from "../lib/shop.tsx";
import { keepTexts } from "../lib/texts.ts";
import enUS from "../messages/en-US.json" with { type: "json" };
import ruRU from "../messages/ru-RU.json" with { type: "json" };
import { Frame } from "./frame.tsx";

for (const [locale, texts] of [
  ["ru-RU", ruRU],
  ["en-US", enUS],
] as const)
  keepTexts(locale, Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(text)])));

const social = (["messenger", "network", "blog", "video", "shorts", "channel"] as const).map((kind) => ({
  kind,
  label: kind,
  href: `https://example.com/${kind}`,
}));

function known(locale: Locale, more: Partial<Known> = {}, showCurrency = true): Known {
  return {
    locale,
    strategy: "prefix_except_default",
    publicUrl: "http://shop.test",
    buildId: "1",
    requestId: "1",
    csrfToken: null,
    config: {
      locale,
      default_currency: "RUB",
      features: { showCurrency, bonuses: true, demo: true, offline: false },
      whatsapp: { phone: "79000000010", label: "WhatsApp", url: `https://wa.me/${locale}` },
      contacts: [
        { kind: "whatsapp", value: "79000000010", label: "WhatsApp" },
        { kind: "company", value: `Company ${locale}`, label: "Seller" },
        { kind: "address", value: `Address ${locale}`, label: "Address" },
        { kind: "email", value: "hello@example.com", label: "Email" },
      ],
      social,
      analytics: { metrica: null, tag_manager: null, ask_consent: true },
      chat_widget_id: null,
      widgets: [],
      icon_service: null,
      limits: { qty: 20, commercial_qty: 4, question_min: 10, question_max: 1000, order_max: 100_000, return_days: 7 },
      duty: null,
      delivery: { flat: 499, free_from: 5000, iso_code: "RUB", sign: "₽" },
      payment_test_mode: true,
    },
    user: null,
    cart: null,
    wishlist: null,
    notifications: 0,
    lostCurrency: null,
    ...more,
  };
}

const customer: Partial<Known> = {
  user: { id: 1, name: "Анна", surname: "Кузнецова", email: "anna@example.com", phone: "+7 900 000-00-01" },
  cart: { count: 119, quantities: { "1_0": 99, "2_0": 20 }, certificates: 1 },
  wishlist: { count: 3, ids: [1, 2, 3] },
  notifications: 100,
};

/** The page around a page, as the server sends it. */
function served(shown: Known, handle: object = {}): string {
  const router = createMemoryRouter(
    [
      {
        path: "*",
        handle,
        element: (
          <Frame shop={shopOf(shown.locale, "prefix_except_default")} known={shown}>
            page
          </Frame>
        ),
      },
    ],
    { initialEntries: [shown.locale === "ru-RU" ? "/soap" : "/en-US/soap"] },
  );
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

/** Where the links of a part of the page lead, in their order; `from` and `to` are what it begins and ends with. */
function linksIn(html: string, from: string, to: string): string[] {
  const start = html.indexOf(from);
  expect(start).toBeGreaterThan(-1);
  const part = html.slice(start, html.indexOf(to, start));
  return [...part.matchAll(/href="([^"]*)"/g)].map(([, href]) => (href ?? "").replaceAll("&amp;", "&"));
}
const navLinks = (html: string, name: string) =>
  linksIn(html, new RegExp(`<nav[^>]*aria-label="${name}"`).exec(html)?.[0] ?? `no ${name}`, "</nav>");
const footerLinks = (html: string) => linksIn(html, "<footer", "</footer>");

const out = social.map(({ href }) => href);

describe("the links around every page in Russian", () => {
  const guest = served(known("ru-RU"));
  const own = served(known("ru-RU", customer));

  it("are these in the sub-header", () => {
    expect(navLinks(guest, "Разделы")).toEqual([
      "/info/custom-tax",
      "/prices-drop",
      "/podarocnyi-sertifikat.html",
      "/info/delivery",
      "/info/payment",
      "/blog",
      "/news",
      "/brands",
    ]);
    const red = [...guest.matchAll(/<a class="[^"]*text-beni-600[^"]*" href="([^"]*)"/g)].map(([, href]) => href);
    expect(red).toEqual(["/info/custom-tax", "/prices-drop", "/podarocnyi-sertifikat.html"]);
  });

  it("are these in the header", () => {
    expect(navLinks(guest, "Личное")).toEqual(["/soap?auth=1&from=%2Fwishlist", "/cart", "/soap?auth=1"]);
    expect(navLinks(own, "Личное")).toEqual(["/wishlist", "/cart"]);
  });

  it("are these in the tab bar", () => {
    expect(navLinks(guest, "Главное меню")).toEqual([
      "/",
      "/#catalogue",
      "/soap?auth=1&from=%2Fwishlist",
      "/cart",
      "/soap?auth=1",
    ]);
    expect(navLinks(own, "Главное меню")).toEqual(["/", "/#catalogue", "/wishlist", "/cart", "/profile"]);
  });

  const shared = [
    ...out,
    "/new-products",
    "/best-sales",
    "/user/newsletter",
    "/info/delivery",
    "/info/payment",
    "/info/garantiy-i-vozvrat",
    "/info/payment-security",
    "/info/pochemu-my",
  ];
  const end = ["https://wa.me/ru-RU", "/info/oferta", "/info/privacy-policy"];
  it("are these in the footer, the account's through the sign-in for a guest", () => {
    expect(footerLinks(guest)).toEqual([
      ...shared,
      "/soap?auth=1&from=%2Fprofile%2Forders",
      "/soap?auth=1&from=%2Fprofile%2Faddresses",
      "/soap?auth=1&from=%2Fprofile%2Finfo",
      ...end,
    ]);
    expect(footerLinks(own)).toEqual([...shared, "/profile/orders", "/profile/addresses", "/profile/info", ...end]);
  });
});

describe("the links around every page in English", () => {
  const guest = served(known("en-US"));
  const own = served(known("en-US", customer));

  it("are these in the sub-header, none of them red", () => {
    expect(navLinks(guest, "Sections")).toEqual([
      "/en-US/prices-drop",
      "/en-US/info/delivery",
      "/en-US/info/payment",
      "/en-US/blog",
      "/en-US/brands",
    ]);
    expect(guest).not.toMatch(/<a class="[^"]*text-beni-600/);
  });

  it("are these in the header and the tab bar", () => {
    const door = "/en-US/soap?auth=1";
    expect(navLinks(guest, "Account")).toEqual([`${door}&from=%2Fwishlist`, "/en-US/cart", door]);
    expect(navLinks(own, "Main menu")).toEqual([
      "/en-US",
      "/en-US#catalogue",
      "/en-US/wishlist",
      "/en-US/cart",
      "/en-US/profile",
    ]);
  });

  it("are these in the footer", () => {
    expect(footerLinks(own)).toEqual([
      ...out,
      "/en-US/new-products",
      "/en-US/best-sales",
      "/en-US/user/newsletter",
      "/en-US/info/legal-notice",
      "/en-US/profile/orders",
      "/en-US/profile/addresses",
      "/en-US/profile/info",
      "https://wa.me/en-US",
    ]);
  });
});

describe("the frame", () => {
  it("names the company of the locale, and the tagline in Russian alone", () => {
    const [ru, en] = [served(known("ru-RU")), served(known("en-US"))];
    expect(ru).toContain("Company ru-RU. Address ru-RU");
    expect(en).toContain("Company en-US. Address en-US");
    expect(ru).toContain(ruRU["footer.tagline"].slice(0, 30));
    expect(en).not.toContain(enUS["footer.tagline"].slice(0, 30));
  });

  it("writes counters over 99 as 99+, and shows none at zero", () => {
    const counters = (html: string) =>
      [...html.matchAll(/<span class="num grid h-\[18px\][^"]*">([^<]*)</g)].map(([, text]) => text);
    expect(counters(served(known("ru-RU", customer)))).toEqual(["3", "99+", "99+", "3", "99+", "99+"]);
    expect(counters(served(known("ru-RU")))).toEqual([]);
  });

  it("has a bell for customers alone", () => {
    expect(served(known("ru-RU", customer))).toContain(ruRU["shell.notifications"]);
    expect(served(known("ru-RU"))).not.toContain(ruRU["shell.notifications"]);
  });

  it("has the currency picker only where the shop shows it", () => {
    expect(served(known("ru-RU"))).toContain("Валюта: RUB");
    expect(served(known("ru-RU", {}, false))).not.toContain("Валюта");
  });

  it("leaves more space under the footer of a product page, on phones and on desktop", () => {
    const padding = (html: string) =>
      /lg:pb-(\d+) pb-(\d+)"/
        .exec(html.slice(html.indexOf("<footer")))
        ?.slice(1)
        .map(Number);
    expect(padding(served(known("ru-RU")))).toEqual([10, 28]);
    expect(padding(served(known("ru-RU"), { buyBar: true }))).toEqual([24, 44]);
  });
});
