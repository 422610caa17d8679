// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { OrderRow } from "@furoshiki/api/admin/orders";
import type { Me } from "@furoshiki/api/admin/staff";
import type { ActionFunction } from "react-router";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { ShortcutHelpDialog } from "../ui/shortcut-help.tsx";
import { OrderList, type OrderListData } from "./order-list.tsx";

const row: OrderRow = {
  id: 640_118_392,
  status: "paid",
  source: "storefront",
  placed_at: "2026-11-16T17:44:00Z",
  due_on: "2026-11-19",
  customer: "E. L•••••",
  country: "RU",
  city: "Москва",
  shipping_method: { code: "cdek", name: "CDEK" },
  pieces: 1,
  weight_g: 180,
  total: 2290,
  currency: "RUB",
  customs: "complete",
  products_with_customs_problems: 0,
  notes: 0,
  joined_orders: [],
  tracking_number: null,
  assignee: null,
};
const rows: OrderRow[] = [
  row,
  { ...row, id: 483_201_774, due_on: "2026-11-20", total: 6480.5, pieces: 3, weight_g: 920, notes: 2 },
  { ...row, id: 118_940_226, due_on: "2026-11-23", customs: "missing", products_with_customs_problems: 2 },
];

const me = { permissions: ["orders:read", "orders:fulfill"] } as unknown as Me;

function renderList(changes: Partial<OrderListData> = {}, url = "/orders", action?: ActionFunction) {
  const data: OrderListData = {
    page: { items: rows, next: "1_483201774", previous: null, total: { count: 42, is_exact: true } },
    counts: [
      { key: "to_pack", count: 42, is_exact: true },
      { key: "all", count: 10_000, is_exact: false },
    ],
    savedViews: [],
    preference: { columns: [], is_compact: false },
    view: "to_pack",
    sort: "due_asc",
    today: "2026-11-20",
    ...changes,
  };
  return renderPage(
    <>
      <MeContext value={me}>
        <OrderList {...data} />
      </MeContext>
      <ShortcutHelpDialog shortcuts={[]} />
    </>,
    action ? { url, action } : { url, loaders: { "/orders/:id": () => new Promise(() => undefined) } },
  );
}

const getRow = (name: string) => screen.getByRole("row", { name: new RegExp(name.replaceAll(" ", "\\s")) });

it("shows the views with their counts, without the filters of the current one", () => {
  renderList({}, "/orders?view=to_pack&country=RU&density=compact");
  const views = screen.getByRole("navigation", { name: "Saved views" });
  expect(within(views).getByRole("link", { current: "page" })).toHaveTextContent("To pack42");
  const all = within(views).getByRole("link", { name: /^All/ });
  expect(all).toHaveTextContent("All10,000+");
  expect(all).toHaveAttribute("href", "/orders?density=compact&view=all");
});

it("shows the saved views, of which the current one can be changed", () => {
  const savedView = { id: 7, name: "Kazakhstan", is_shared: false, count: { count: 12, is_exact: true } };
  const query = "columns=total&columns=due&country=KZ&sort=placed_desc&view=all";
  renderList(
    { savedViews: [{ ...savedView, query }], view: "all" },
    "/orders?view=all&country=KZ&columns=total&columns=due",
  );
  const current = screen.getByRole("link", { current: "page" });
  expect(current).toHaveTextContent("Kazakhstan12");
  expect(current).toHaveAttribute("href", `/orders?${query}`);
  expect(screen.getByRole("button", { name: "Change view" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Save view" })).not.toBeInTheDocument();
});

it("offers to save a list that is no view, with its filters, sort order and columns", () => {
  renderList({}, "/orders?country=KZ&columns=total&density=compact&after=1_483201774");
  expect(screen.getByRole("button", { name: "Save view" })).toBeInTheDocument();
  const query = document.querySelector("input[name=query]");
  expect(query).toHaveValue("columns=total&country=KZ&sort=due_asc&view=to_pack");
});

it("shows when orders are due and what their customs data lacks", () => {
  renderList();
  expect(within(getRow("640 118 392")).getByText("yesterday")).toHaveClass("text-beni-600");
  expect(within(getRow("483 201 774")).getByText("today")).not.toHaveClass("text-beni-600");
  expect(within(getRow("483 201 774")).getByText("2 notes")).toBeInTheDocument();
  expect(within(getRow("118 940 226")).getByText("Mon, 23 Nov")).toBeInTheDocument();
  expect(within(getRow("118 940 226")).getByText("2 items lack data")).toBeInTheDocument();
});

it("sorts with links in the heads, from the first page", () => {
  renderList({}, "/orders?country=RU&after=1_483201774");
  const head = screen.getByRole("columnheader", { name: "Due" });
  expect(head).toHaveAttribute("aria-sort", "ascending");
  expect(within(head).getByRole("link")).toHaveAttribute("href", "/orders?country=RU&sort=due_desc");
});

it("removes one filter and keeps the others", () => {
  renderList({}, "/orders?status=paid,packing&assignee=me&q=7");
  expect(screen.getByText("Paid, Packing")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Remove the filter “status”" })).toHaveAttribute(
    "href",
    "/orders?assignee=me&q=7",
  );
});

it("sums the selected orders", async () => {
  const { user } = renderList();
  await user.click(screen.getByRole("checkbox", { name: /Select 640/ }));
  await user.click(screen.getByRole("checkbox", { name: /Select 483/ }));
  const status = screen.getByRole("status");
  expect(status).toHaveTextContent("2 selected ₽8,770.50, 4 pcs, 1.1 kg");
  const selectAll = screen.getByRole("checkbox", { name: "Select all on this page" });
  expect(selectAll).toBePartiallyChecked();
  await user.click(selectAll);
  expect(status).toHaveTextContent("3 selected");
  await user.click(within(status).getByRole("button", { name: "Clear selection" }));
  expect(status).toBeEmptyDOMElement();
});

it("previews the packing of the selected orders, and reports the ones that cannot be packed", async () => {
  const requests: string[] = [];
  const { user } = renderList({}, "/orders", async ({ request }) => {
    const form = await request.formData();
    const intent = String(form.get("intent"));
    requests.push(`${intent} ${form.getAll("order").join(" ")}`);
    const done = { id: 640_118_392, outcome: "done", refusal: null, emails: intent === "preview_packing" ? 1 : 0 };
    const refused = { id: 118_940_226, outcome: "refused", refusal: "An HS code is missing.", emails: 0 };
    return { intent, results: intent === "preview_packing" ? [done, refused] : [done] };
  });
  await user.click(screen.getByRole("checkbox", { name: /Select 640/ }));
  await user.click(screen.getByRole("checkbox", { name: /Select 118/ }));
  await user.click(screen.getByRole("button", { name: "Start packing…" }));
  const preview = await screen.findByRole("dialog", { name: "Start packing?" });
  expect(preview).toHaveTextContent("1 order moves to packing");
  expect(preview).toHaveTextContent("1 email to the customer");
  expect(within(preview).getByRole("listitem")).toHaveTextContent(/118\s940\s226 An HS code is missing\./);
  await user.click(within(preview).getByRole("button", { name: "Start packing" }));
  const result = await screen.findByRole("dialog", { name: "Packing started" });
  expect(result).toHaveTextContent("1 order is being packed");
  expect(requests).toEqual(["preview_packing 640118392:paid 118940226:paid", "start_packing 640118392:paid"]);
});

it("moves between rows, selects and opens them with the keyboard", async () => {
  const { user, getUrl } = renderList();
  await user.keyboard("jjk");
  const link = screen.getByRole("link", { name: /640/ });
  expect(link).toHaveFocus();
  await user.keyboard("x");
  expect(screen.getByRole("checkbox", { name: /Select 640/ })).toBeChecked();
  await user.keyboard(" ");
  const panel = screen.getByRole("dialog", { name: /Order 640/ });
  expect(within(panel).getByRole("link", { name: "Open order" })).toHaveAttribute(
    "href",
    "/orders/640118392?view=to_pack&sort=due_asc",
  );
  within(panel).getByRole("button", { name: "Close" }).focus();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog", { name: /Order 640/ })).not.toBeInTheDocument();
  expect(getUrl()).toBe("/orders");
});

it("leaves keys to text fields, and to everything once they are turned off", async () => {
  const { user } = renderList();
  await user.keyboard("/");
  const search = screen.getByRole("searchbox", { name: "Number, tracking, name" });
  expect(search).toHaveFocus();
  await user.keyboard("jx");
  expect(search).toHaveValue("jx");
  await user.click(screen.getByRole("button", { name: /All keys/ }));
  const checkbox = screen.getByRole("checkbox", { name: /Keys without/ });
  expect(screen.getByText("Next and previous row")).toBeInTheDocument();
  await user.click(checkbox);
  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.keyboard("j");
  expect(screen.getByRole("link", { name: /640/ })).not.toHaveFocus();
  await user.click(screen.getByRole("button", { name: /All keys/ }));
  await user.click(screen.getByRole("checkbox", { name: /Keys without/ }));
  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.keyboard("j");
  expect(screen.getByRole("link", { name: /640/ })).toHaveFocus();
});

it("links the next page and shows the chosen columns", () => {
  renderList({}, "/orders?view=all&columns=total&columns=status");
  expect(screen.getByRole("link", { name: "Next page" })).toHaveAttribute(
    "href",
    "/orders?view=all&columns=total&columns=status&after=1_483201774",
  );
  expect(screen.queryByRole("link", { name: "Previous page" })).not.toBeInTheDocument();
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "",
    "Order",
    "Total",
    "Status",
  ]);
});

it("offers to clear the filters if nothing matches", () => {
  const page = { items: [], next: null, previous: null, total: { count: 0, is_exact: true } };
  renderList({ page }, "/orders?view=to_pack&q=Nobody");
  expect(screen.getByRole("heading", { name: "No matching orders" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Clear filters" })).toHaveAttribute("href", "/orders?view=to_pack");
});
