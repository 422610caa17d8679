// @vitest-environment jsdom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Home } from "@furoshiki/api/catalog";
import type { Banner } from "@furoshiki/api/content";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { renderPage } from "../../test/render-page.tsx";
import { callRoute } from "../../test/route-requests.ts";
import { stubFetch } from "../../test/stub-fetch.ts";
import { CartProvider } from "../cart/cart-state.tsx";
import { getGuestCart } from "../cart/guest/guest-cart.ts";
import { WishlistProvider } from "../wishlist/wishlist-button.tsx";
import HomePage, { loader } from "./home.page.tsx";
import type { Route } from "./+types/home.page";

const image = { key: "k", src: "/k.jpg", srcset: "", srcset_avif: "", width: 800, height: 1000, alt: "" };

let bannerCount = 0;
function createBanner(overrides: Partial<Banner>): Banner {
  bannerCount += 1;
  return {
    ...{ id: bannerCount, place: "hero", kicker: "", title: `Banner ${bannerCount}`, text: "", action: "Look" },
    ...{ href: "/new-products", cloth: "mizu", wide: image, narrow: image },
    ...overrides,
  };
}

const product = {
  ...{ id: 7, name: "Rice toner", link_rewrite: "rice-toner", reference: "R-7", rating: 4.8, reviews_count: 3 },
  ...{
    manufacturer: { id: 1, name: "Aoi", slug: "aoi", name_ja: "" },
    image,
    quantity: 9,
    labels: [],
    unit_price: null,
    shipping: null,
  },
  price: { current: 990, old: null, iso_code: "RUB", sign: "₽" },
  ...{ available_for_order: true, has_options: false, qty_limit: 6, short_name: "Rice toner", size: null },
  swatches: { colors: [], total: 0 },
} as unknown as Home["rows"][number]["items"][number];

const emptyHome: Home = { banners: [], rows: [], categories: [], manufacturers: [], manufacturers_total: 0 };

/** Renders the home page as its loader loads it. */
async function renderHome(home: Partial<Home>, locale: Locale = "en-US") {
  const respond = () => ({ body: { data: { ...emptyHome, ...home } } });
  const { result } = await callRoute(loader, { respond });
  const props = { loaderData: result } as Route.ComponentProps;
  return renderPage(
    <CartProvider summary={null}>
      <WishlistProvider ids={null} getSignInPath={(path) => path}>
        <HomePage {...props} />
      </WishlistProvider>
    </CartProvider>,
    { locale },
  );
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
});

describe("the hero banner", () => {
  const getTitle = () => within(screen.getByRole("region", { name: "Offers" })).getByRole("heading").textContent;
  const getButton = (name: string) => screen.getByRole("button", { name });
  /** Lets the time of one banner pass. */
  const passTime = () => act(() => void vi.advanceTimersByTime(7000));
  const renderBanners = (count: number) =>
    renderHome({
      banners: Array.from({ length: count }, (_, index) => createBanner({ title: `Banner ${index + 1}` })),
    });

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  });

  it("shows one banner after the other, and begins again", async () => {
    await renderBanners(2);
    expect(getTitle()).toBe("Banner 1");
    passTime();
    expect(getTitle()).toBe("Banner 2");
    passTime();
    expect(getTitle()).toBe("Banner 1");
  });

  it("can be turned in both directions, and says where it is", async () => {
    const { user } = await renderBanners(3);
    await user.click(getButton("Previous"));
    expect(getTitle()).toBe("Banner 3");
    expect(screen.getByText("3 / 3")).toBeVisible();
    await user.click(getButton("Next"));
    expect(getTitle()).toBe("Banner 1");
  });

  it("stops when asked to", async () => {
    const { user } = await renderBanners(2);
    await user.click(getButton("Pause"));
    await user.unhover(getButton("Play"));
    act(() => getButton("Play").blur());
    passTime();
    expect(getTitle()).toBe("Banner 1");
    await user.click(getButton("Play"));
    await user.unhover(getButton("Pause"));
    act(() => getButton("Pause").blur());
    passTime();
    expect(getTitle()).toBe("Banner 2");
  });

  it("waits while the pointer or the focus is inside", async () => {
    await renderBanners(2);
    const next = getButton("Next");
    fireEvent.mouseEnter(next);
    passTime();
    expect(getTitle()).toBe("Banner 1");
    act(() => next.focus());
    fireEvent.mouseLeave(next);
    passTime();
    expect(getTitle()).toBe("Banner 1");
    act(() => next.blur());
    passTime();
    expect(getTitle()).toBe("Banner 2");
  });

  it("does not turn by itself on phones or if motion should be reduced", async () => {
    vi.mocked(window.matchMedia).mockImplementation(
      (media) => ({ matches: !/min-width.*reduced-motion/.test(media) }) as MediaQueryList,
    );
    await renderBanners(2);
    passTime();
    expect(getTitle()).toBe("Banner 1");
  });

  it("has no buttons if there is one banner", async () => {
    await renderBanners(1);
    expect(getTitle()).toBe("Banner 1");
    expect(screen.queryByRole("button", { name: "Next" })).not.toBeInTheDocument();
  });

  it("is missing if there is none", async () => {
    await renderBanners(0);
    expect(screen.getByRole("region", { name: "Offers" })).toHaveTextContent("");
  });
});

describe("the home page", () => {
  it("shows two banners beside the first, and wide ones between the products", async () => {
    const banners = [1, 2, 3].map((index) => createBanner({ place: "side", title: `Side ${index}` }));
    await renderHome({ banners: [...banners, createBanner({ place: "wide", title: "Wide", href: "/brands" })] });
    const offers = within(screen.getByRole("region", { name: "Offers" }));
    expect(offers.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual(["Side 1", "Side 2"]);
    expect(screen.getByRole("link", { name: /^Wide/ })).toHaveAttribute("href", "/en-US/brands");
  });

  it("leads to the categories with the number of their products", async () => {
    const category = { id: 1, name: "Face care", link_rewrite: "face", cloth: "mizu", count: 1250, image: null };
    await renderHome({ categories: [category, { ...category, id: 2, link_rewrite: "hair", image }] });
    const [face, hair] = screen.getAllByRole("link", { name: /^Face care/ });
    expect(face).toHaveTextContent("1,250");
    expect(hair).toHaveAttribute("href", "/en-US/category/hair");
  });

  it("shows rows of products, without those that are empty", async () => {
    const { user } = await renderHome({
      rows: [
        { name: "best-sales", items: [product] },
        { name: "new-products", items: [] },
      ],
    });
    expect(screen.getByRole("heading", { name: "Best sellers" })).toBeVisible();
    expect(screen.queryByRole("heading", { name: "New arrivals" })).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "See all" })).toHaveAttribute("href", "/en-US/best-sales");
    await user.click(screen.getByRole("button", { name: "Add to cart" }));
    expect(Object.values(getGuestCart().entities).map(({ cart_id, qty }) => [cart_id, qty])).toEqual([["7_0", 1]]);
  });

  it.each([
    ["ru-RU", 1, "Все: 1 бренд"],
    ["ru-RU", 3, "Все 3 бренда"],
    ["ru-RU", 25, "Все 25 брендов"],
    ["en-US", 1, "All: 1 brand"],
    ["en-US", 25, "All 25 brands"],
  ] as const)("leads in %s to all of %i brands", async (locale, manufacturers_total, text) => {
    await renderHome({ manufacturers_total }, locale);
    const link = screen.getByText(text);
    expect(link).toHaveAttribute("href", locale === "ru-RU" ? "/brands" : "/en-US/brands");
  });

  it("names brands in Japanese for a screen reader that speaks it", async () => {
    const brands = [
      { id: 1, name: "Aoi", slug: "aoi", name_ja: "葵" },
      { id: 2, name: "Hana", slug: "hana", name_ja: "" },
    ];
    await renderHome({ manufacturers: brands });
    expect(screen.getByText("葵")).toHaveAttribute("lang", "ja");
    expect(screen.getByRole("link", { name: "Hana" })).toHaveAttribute("href", "/en-US/manufacturer/hana");
  });
});

describe("recommendations", () => {
  const api = () => stubFetch(() => ({ data: { items: [product] } }));
  /** Reports where the row is, as the browser does while the page scrolls. */
  let reportPosition: (top: number) => void;
  beforeEach(() => {
    vi.spyOn(window, "IntersectionObserver").mockImplementation(function observeRow(callback) {
      reportPosition = (top) =>
        callback([{ boundingClientRect: { top } } as IntersectionObserverEntry], {} as IntersectionObserver);
      return { observe: () => undefined, disconnect: () => undefined } as unknown as IntersectionObserver;
    });
  });

  it("are not requested before a product was viewed", async () => {
    const calls = api();
    await renderHome({});
    expect(calls).toEqual([]);
  });

  it("appear only where they move nothing that is visible", async () => {
    localStorage.setItem("recently-viewed", "[9,8]");
    const calls = api();
    await renderHome({});
    await vi.waitFor(() => expect(calls.map(({ url }) => url)).toEqual(["/v1/forYou?seen=9,8"]));
    await vi.waitFor(() => expect(reportPosition).toBeDefined());
    act(() => reportPosition(innerHeight - 1));
    expect(screen.queryByRole("region", { name: "For you" })).not.toBeInTheDocument();
    act(() => reportPosition(innerHeight + 1));
    expect(screen.getByRole("region", { name: "For you" })).toHaveTextContent("Rice toner");
  });
});
