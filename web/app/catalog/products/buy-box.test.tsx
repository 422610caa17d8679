// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import type { Option } from "@furoshiki/api/catalog";
import { beforeEach, expect, it } from "vitest";
import { renderPage } from "../../../test/render-page.tsx";
import { createRootData } from "../../../test/root-data.ts";
import type { RootData } from "../../store-config/root-data.ts";
import { CartProvider } from "../../cart/cart-state.tsx";
import { getGuestCart, updateGuestCart } from "../../cart/guest/guest-cart.ts";
import type { ProductCardView } from "../product-cards/product-card-view.ts";
import { BuyBox } from "./buy-box.tsx";

const price = { current: 990, old: 1290, iso_code: "RUB", sign: "₽" };
const card = {
  ...{ id: 7, name: "Rice toner", link_rewrite: "rice-toner", reference: "R-7", brand: "Aoi", price, qty_limit: 6 },
  ...{
    available_for_order: true,
    has_options: false,
    unit_price: null,
    shipping: null,
    image: { key: "k", width: 4, height: 5 },
  },
} as unknown as ProductCardView;
const option = {
  ...{ option_id: 2, name: "300 ml", price: { ...price, current: 1990, old: null }, qty_limit: 1 },
  ...{ available_for_order: true, unit_price: null, shipping: null },
} as unknown as Option;

function renderBox(
  overrides: Partial<ProductCardView> = {},
  selectedOption: Option | null = null,
  rootData: Partial<RootData> = {},
) {
  return renderPage(
    <CartProvider summary={null}>
      <BuyBox
        card={{ ...card, ...overrides }}
        options={selectedOption ? [selectedOption] : []}
        selectedOption={selectedOption}
        alerts={[]}
      />
    </CartProvider>,
    { url: "/rice-toner", rootData },
  );
}

const getQuantities = () =>
  Object.fromEntries(Object.values(getGuestCart().entities).map(({ cart_id, qty }) => [cart_id, qty]));

beforeEach(() => {
  updateGuestCart((cart) => ({ ...cart, ids: [], entities: {} }));
});

it("adds the chosen quantity, and then changes the cart", async () => {
  const { user } = renderBox();
  await user.click(screen.getByRole("button", { name: "More" }));
  expect(getQuantities()).toEqual({});
  await user.click(screen.getByRole("button", { name: "Add to cart" }));
  expect(getQuantities()).toEqual({ "7_0": 2 });
  expect(screen.getByRole("link", { name: "Go to cart" })).toHaveAttribute("href", "/en-US/cart");
  await user.click(screen.getByRole("button", { name: "More" }));
  expect(getQuantities()).toEqual({ "7_0": 3 });
});

it("adds once for a double click", async () => {
  const { user } = renderBox();
  await user.dblClick(screen.getByRole("button", { name: "Add to cart" }));
  expect(getQuantities()).toEqual({ "7_0": 1 });
});

it("sells the selected option at its price and limit", async () => {
  const { user } = renderBox({}, option);
  expect(screen.getAllByText(/1,990/)[0]).toBeVisible();
  expect(screen.getByRole("button", { name: "More" })).toHaveAttribute("aria-disabled", "true");
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(screen.getByRole("button", { name: "Add to cart" }));
  expect(getQuantities()).toEqual({ "7_2": 1 });
});

it("offers an alert instead if it is not available", () => {
  renderBox({ available_for_order: false });
  expect(screen.getByRole("button", { name: "Unavailable" })).toBeDisabled();
  expect(screen.getByRole("link", { name: "Notify me when it is back" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "More" })).not.toBeInTheDocument();
});

it("says why it cannot be sent to the visitor's country, instead of selling it", async () => {
  const shipping = {
    refusal: { code: "aerosol", text: "Aerosols cannot be flown" },
    price: null,
    arrives: null,
    duty: null,
  };
  const { config } = createRootData("en-US");
  config.destination = { country: "RU", name: "Russia", direction: "to Russia" };
  renderBox({ shipping }, null, { config });
  expect(screen.getByRole("heading", { name: "We cannot send this to Russia" })).toBeVisible();
  const button = screen.getByRole("button", { name: "Cannot be sent to Russia" });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription(/Aerosols cannot be flown/);
  expect(screen.queryByRole("button", { name: "More" })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Choose another country" })).toHaveAttribute(
    "href",
    "/en-US/destination?from=%2Frice-toner",
  );
});

it("says how many loyalty points the chosen quantity earns, for prices in rubles only", async () => {
  const rootData = createRootData("en-US");
  const config = { ...rootData.config, loyalty_percent: 3 };
  const { user } = renderBox({}, null, { config });
  expect(screen.getByText("29 bonuses back")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "More" }));
  expect(screen.getByText("59 bonuses back")).toBeVisible();
  cleanup();
  renderBox({ price: { ...card.price, iso_code: "USD" } }, null, { config });
  expect(screen.queryByText(/bonus/)).toBeNull();
});

it("promises no loyalty points for a product that cannot be ordered", () => {
  const rootData = createRootData("en-US");
  renderBox({ available_for_order: false }, null, { config: { ...rootData.config, loyalty_percent: 3 } });
  expect(screen.queryByText(/bonus/)).toBeNull();
});

it("of a preview looks the same, and cannot be used", () => {
  renderPage(
    <CartProvider summary={null}>
      <BuyBox card={card} options={[]} selectedOption={null} alerts={[]} isInert />
    </CartProvider>,
  );
  for (const text of ["Add to cart", "Notify me when the price drops"])
    for (const element of screen.getAllByText(text)) expect(element.closest("[inert]")).not.toBeNull();
});
