// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { connectionError, stubFetch } from "../../test/stub-fetch.ts";
import { CartProvider } from "../cart/cart-state.tsx";
import { getGuestCart, updateGuestCart } from "../cart/guest/guest-cart.ts";
import type { ProductCardView } from "../catalog/product-cards/product-card-view.ts";
import { AddRoutine } from "./add-routine.tsx";

const price = { current: 990, old: null, iso_code: "RUB", sign: "₽" };
const createCard = (id: number, name: string, has_options = false) =>
  ({
    ...{ id, name, has_options, link_rewrite: name.toLowerCase(), reference: `R-${id}`, price, qty_limit: 20 },
    ...{ available_for_order: true, image: { key: "k", width: 4, height: 5 }, brand: "Aoi" },
  }) as unknown as ProductCardView;
const [toner, soap, cream] = [createCard(1, "Toner"), createCard(2, "Soap"), createCard(3, "Cream", true)];

const renderRoutine = () =>
  renderPage(
    <CartProvider summary={null}>
      <AddRoutine cards={[toner, soap, cream]} totalPrice="₽2,970" />
    </CartProvider>,
  );

const options = [
  { option_id: 5, name: "50 ml", price: { ...price, current: 1500 }, qty_limit: 20, available_for_order: true },
  { option_id: 6, name: "30 ml", price, qty_limit: 20, available_for_order: true },
];
const getQuantities = () =>
  Object.fromEntries(Object.values(getGuestCart().entities).map(({ cart_id, qty }) => [cart_id, qty]));

beforeEach(() => {
  updateGuestCart((cart) => ({ ...cart, ids: [], entities: {} }));
});

it("adds what is available and says what is not", async () => {
  stubFetch(({ url }) =>
    url === "/v1/productsPrice"
      ? { data: { "1_0": { available_for_order: true }, "2_0": { available_for_order: false } } }
      : { data: { price, options } },
  );
  const { user } = renderRoutine();
  await user.click(screen.getByRole("button", { name: "Add the set to cart" }));
  const status = await screen.findByRole("status");
  expect(status).toHaveFocus();
  expect(status).toHaveTextContent("2 products added to the cart");
  expect(status).toHaveTextContent("Cream: as “30 ml”; other options are on its page");
  expect(status).toHaveTextContent("Soap: currently unavailable");
  expect(getQuantities()).toEqual({ "1_0": 1, "3_6": 1 });
});

it("adds the products without options when the store cannot be asked", async () => {
  stubFetch(() => connectionError);
  const { user } = renderRoutine();
  await user.dblClick(screen.getByRole("button", { name: "Add the set to cart" }));
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("2 products added to the cart"));
  expect(getQuantities()).toEqual({ "1_0": 1, "2_0": 1 });
  expect(screen.getByRole("link", { name: "Cream" })).toHaveAttribute("href", "/en-US/cream");
});
