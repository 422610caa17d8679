// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { useSearchParams } from "react-router";
import { orderListFilterQuery, type OrderNeighbors } from "@furoshiki/api/admin/orders";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { createOrderPath } from "./list-path.ts";
import { createOrderBreadcrumbs, NeighborLinks } from "./neighbor-links.tsx";

const neighbors: OrderNeighbors = {
  previous: 640_118_392,
  next: 483_201_774,
  position: 2,
  total: { count: 10_000, is_exact: false },
};

function OrderHeader(props: { neighbors: OrderNeighbors }) {
  const [params] = useSearchParams();
  const breadcrumbs = createOrderBreadcrumbs(useI18n(), params, props.neighbors);
  return (
    <PageHeader
      title="Order"
      breadcrumbs={breadcrumbs}
      neighbors={<NeighborLinks neighbors={props.neighbors} params={params} />}
    />
  );
}

const url = "/orders/118940226?view=to_pack&sort=due_asc&country=KZ&action=cancel&product_id=7&hs_code=3304.99";

it("shows the place of an order in its list, and links the list and the neighbors", async () => {
  const { user, getUrl } = renderPage(<OrderHeader neighbors={neighbors} />, { url });
  const list = "view=to_pack&sort=due_asc&country=KZ";
  expect(screen.getByRole("link", { name: "To pack, 2 of 10,000+" })).toHaveAttribute("href", `/orders?${list}`);
  const previous = screen.getByRole("link", { name: "Previous order" });
  expect(previous).toHaveAttribute("href", `/orders/640118392?${list}`);
  await user.keyboard("j");
  expect(getUrl()).toBe(`/orders/483201774?${list}`);
});

it("shows no link beyond the ends of the list, and no place for an order that has left it", () => {
  renderPage(<OrderHeader neighbors={{ ...neighbors, previous: null, position: null }} />, { url });
  expect(screen.getByRole("link", { name: "To pack" })).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Previous order" })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Next order" })).toBeInTheDocument();
});

it("keeps every parameter of the list, and no others", () => {
  const names = Object.keys(orderListFilterQuery.shape);
  const list = new URLSearchParams(names.map((name) => [name, "x"]));
  const page = new URLSearchParams([...list, ["action", "cancel"], ["product_id", "7"], ["after", "1_118940226"]]);
  const kept = new URL(createOrderPath(118_940_226, page), "http://shop.test").searchParams;
  expect([...kept.keys()].toSorted()).toEqual(names.toSorted());
});
