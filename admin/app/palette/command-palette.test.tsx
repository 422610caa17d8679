// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { FoundOrder } from "@furoshiki/api/admin/orders";
import { expect, it, vi } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { CommandPalette } from "./command-palette.tsx";
import type { PaletteResults } from "./palette-entries.ts";

const order: FoundOrder = {
  id: 118_940_226,
  status: "paid",
  source: "storefront",
  placed_at: "2026-11-16T17:44:00Z",
  due_on: "2026-11-19",
  customer: "M. K••",
  country: "KZ",
  city: "Almaty",
  shipping_method: { code: "cdek", name: "CDEK" },
  pieces: 1,
  weight_g: 180,
  total: 21_900,
  currency: "RUB",
  customs: "complete",
  products_with_customs_problems: 0,
  notes: 0,
  joined_orders: [],
  tracking_number: null,
  assignee: null,
  actions: ["start_packing", "cancel", "refund", "assign"],
};
const products: PaletteResults["products"] = [
  {
    ...{ id: 1, name: "Увлажняющий лосьон", brand: "Shiratsuki", reference: "SRT-LTN-180", barcode: null },
    ...{ stock: 0, status: "active", image: null },
  },
];

// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined;

function renderPalette(results: Partial<PaletteResults>) {
  const queries: string[] = [];
  const onClose = vi.fn<() => void>();
  const sections = [
    { path: "/", label: "Home" },
    { path: "/orders", label: "Orders" },
  ];
  const page = renderPage(<CommandPalette sections={sections} onClose={onClose} />, {
    loaders: {
      "/palette": ({ request }) => {
        const text = new URL(request.url).searchParams.get("q") ?? "";
        queries.push(text);
        return { text, orders: [], products: [], corrected: null, ...results };
      },
    },
  });
  const input = screen.getByRole("combobox", { name: "Order, tracking, phone, product, section" });
  return { ...page, input, queries, onClose };
}

it("shows sections and views without a text, and filters them by name", async () => {
  const { user, input } = renderPalette({});
  expect(within(screen.getByRole("group", { name: "Sections" })).getAllByRole("option")).toHaveLength(2);
  expect(screen.getByRole("option", { name: "Stuck" })).toBeInTheDocument();
  await user.type(input, "stu");
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent?.trim())).toEqual(["Stuck"]);
  await user.keyboard("{Enter}");
});

it("finds an order while its number is typed, and opens it with the keyboard", async () => {
  const { user, input, queries, getUrl, onClose } = renderPalette({ orders: [order] });
  await user.type(input, "118 94");
  const option = await screen.findByRole("option", { name: /^118\s940\s226/ });
  expect(option).toHaveTextContent("M. K••, Almaty");
  expect(within(option).getByText(/^118\s94$/)).toBeInTheDocument();
  expect(queries).toEqual(["118 94"]);
  expect(input).toHaveAttribute("aria-activedescendant", option.id);
  await user.keyboard("{ArrowUp}");
  expect(input).not.toHaveAttribute("aria-activedescendant", option.id);
  await user.keyboard("{ArrowDown}{Enter}");
  expect(getUrl()).toBe("/orders/118940226?view=all&sort=placed_desc");
  expect(onClose).toHaveBeenCalled();
});

it("offers the allowed actions of an order, or only the one that the text names", async () => {
  const { user, input, getUrl } = renderPalette({ orders: [order] });
  await user.type(input, "118940226");
  const actions = await screen.findByRole("group", { name: /^Actions for order 118\s940\s226$/ });
  expect(
    within(actions)
      .getAllByRole("option")
      .map(({ textContent }) => textContent?.trim()),
  ).toEqual(["Start packing…", "Cancel order…", "Refund…"]);
  await user.clear(input);
  await user.type(input, "refund 118");
  await screen.findByRole("group", { name: "Orders" });
  expect(within(screen.getByRole("group", { name: /^Actions/ })).getAllByRole("option")).toHaveLength(1);
  await user.keyboard("{ArrowDown}{Enter}");
  expect(getUrl()).toBe("/orders/118940226?view=all&sort=placed_desc&action=refund");
});

it("says that the keyboard layout was corrected, and opens a product", async () => {
  const { user, input, getUrl } = renderPalette({ products, corrected: "лосьон" });
  await user.type(input, "kjcmjy");
  expect(await screen.findByText("Searching for “лосьон”: keyboard layout corrected")).toBeInTheDocument();
  const option = screen.getByRole("option", { name: /лосьон/ });
  expect(within(option).getByText("0 in stock")).toHaveClass("text-yamabuki-800");
  await user.keyboard("{Enter}");
  expect(getUrl()).toBe("/products/1");
});

it("says that nothing was found, and how numbers are matched", async () => {
  const { user, input } = renderPalette({});
  await user.type(input, "zz");
  expect(await screen.findByText("Nothing found")).toBeInTheDocument();
});
