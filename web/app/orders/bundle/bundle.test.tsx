// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createOrder, createOrderItem } from "../../../test/order-fixtures.ts";
import { renderPage } from "../../../test/render-page.tsx";
import { DeliveredBundle } from "./delivered-bundle.tsx";
import { listBundlePictures, TiedBundle } from "./bundle.tsx";

const createImage = (key: string) => ({
  ...{ key, src: `/media/${key}.jpg`, srcset: "", srcset_avif: "", width: 800, height: 1000, alt: "" },
});
const createItem = (id: number, overrides = {}) =>
  createOrderItem({ product_id: id, name: `Cream ${id}`, image: createImage(`${id}`), ...overrides });

it("shows up to three products, each once and gifts last", () => {
  const items = [createItem(1, { is_present: true }), createItem(2), createItem(2, { option_id: 5 }), createItem(3)];
  expect(listBundlePictures(items).map(({ key }) => key)).toEqual(["2", "3", "1"]);
  expect(listBundlePictures([createItem(4), ...items]).map(({ key }) => key)).toEqual(["4", "2", "3"]);
});

it("is the tied cloth alone if no product has a picture", () => {
  renderPage(<TiedBundle items={[createItem(1, { image: null })]} />);
  expect([...document.querySelectorAll("img")].map(({ src }) => src.split("/").at(-1))).toEqual([
    expect.stringContaining("ground"),
    expect.stringContaining("tied-cloth"),
  ]);
});

it("asks for stars of the products of a delivered order that still have a page", () => {
  const items = [createItem(1), createItem(2, { link_rewrite: null }), createItem(3, { is_present: true })];
  renderPage(<DeliveredBundle order={createOrder({ items }, ["paid", "packing", "shipped", "delivered"])} />);
  const links = within(screen.getByRole("region", { name: "Unwrapped at last. How do you like it?" })).getAllByRole(
    "link",
  );
  expect(links).toHaveLength(5);
  expect(screen.getByRole("link", { name: "4 of 5 for Cream 1" })).toHaveAttribute(
    "href",
    expect.stringContaining("/profile/reviews/1?rating=4"),
  );
});

it("is not shown before the delivery", () => {
  renderPage(<DeliveredBundle order={createOrder({ items: [createItem(1)] }, ["paid", "packing", "shipped"])} />);
  expect(screen.queryByRole("region")).not.toBeInTheDocument();
});
