// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { CatalogTerms, ProductRow } from "@furoshiki/api/admin/catalog-admin";
import type { Me } from "@furoshiki/api/admin/staff";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { ProductList } from "./product-list.tsx";

const row: ProductRow = {
  ...{ id: 204, name: "Rice lotion", reference: "AS-204", barcode: null, brand: "Kotonohana", category: "Face" },
  ...{ status: "draft", image: null, options: 0, stock: 5, is_low_stock: false, waiting: 0, price: 1290 },
  ...{ old_price: null, problems: [], outdated_translations: [], updated_at: "2026-11-20T08:00:00Z" },
};
const terms: CatalogTerms = {
  brands: [
    { id: 7, name: "Kotonohana" },
    { id: 8, name: "Nagihama" },
  ],
  categories: [{ id: 3, name: "Face", path: ["Care"] }],
  series: [{ id: 5, name: "Yuzu", brand_id: 8 }],
  concerns: [{ id: 11, name: "Dryness" }],
  tags: [{ id: 21, name: "New" }],
};

/** What the page has sent to start tasks. */
type Sent = { intent: string; task?: { kind: string; input: object }; ids?: unknown; filter: string }[];

function renderList(permissions: Me["permissions"] = ["products:read", "products:write"]) {
  const sent: Sent = [];
  const counted = { count: 412, fingerprint: "77" };
  const page = renderPage(
    <MeContext value={{ permissions } as Me}>
      <ProductList
        page={{
          items: [row, { ...row, id: 205, name: "Yuzu oil" }],
          next: "1_205",
          total: { count: 412, is_exact: true },
          views: [],
        }}
        {...{ terms, savedViews: [], view: "all", sort: "updated_desc", today: "2026-11-20" }}
        preference={{ columns: [], is_compact: false }}
      />
    </MeContext>,
    {
      url: "/products?category=3&sort=stock_asc&after=1_2",
      action: async ({ request }) => {
        const form = Object.fromEntries(await request.formData()) as Record<string, string>;
        const { intent = "", filter = "", task, ids } = form;
        sent.push({
          intent,
          filter,
          ...(task ? { task: JSON.parse(task) } : {}),
          ...(ids ? { ids: JSON.parse(ids) } : {}),
        });
        if (intent === "select") return { selection: { resource: "products", filter, ...counted } };
        if (intent === "start") return { started: 1 };
        const forecast = { done: 300, unchanged: 100, refused: [{ error: "It lacks: a picture.", count: 12 }] };
        const sample = [{ subject_id: "204", label: "AS-204", status: "failed", error: "It lacks: a picture." }];
        return { preview: { total: 412, sample, emails: [], forecast }, key: "k" };
      },
    },
  );
  return { ...page, sent };
}

it("offers nothing to those who may not change products", () => {
  renderList(["products:read"]);
  expect(screen.queryByRole("checkbox")).toBeNull();
});

it("publishes the selected products of the page after a preview", async () => {
  const { user, sent } = renderList();
  await user.click(screen.getByRole("checkbox", { name: /Rice lotion/ }));
  await user.click(screen.getByRole("button", { name: "Publish…" }));
  const dialog = screen.getByRole("dialog", { name: "Publish products" });
  expect(await within(dialog).findByText("AS-204")).toBeVisible();
  const forecast = within(dialog).getByRole("region", { name: "All that are selected" });
  expect(forecast).toHaveTextContent("300 will change · 100 need no change");
  expect(forecast).toHaveTextContent("12 refused. It lacks: a picture.");
  await user.click(within(dialog).getByRole("button", { name: "Publish" }));
  await within(dialog).findByText(/The task was started/);
  expect(sent.map(({ intent, task, ids }) => ({ intent, input: task?.input, ids }))).toEqual(
    ["preview", "start"].map((intent) => ({ intent, input: { change: "publish" }, ids: ["204"] })),
  );
  await user.click(within(dialog).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("button", { name: "Publish…" })).toBeNull();
});

it("selects all products of the view by its filter, without the order and the place", async () => {
  const { user, sent } = renderList();
  await user.click(screen.getByRole("checkbox", { name: /Rice lotion/ }));
  await user.click(screen.getByRole("button", { name: "Select all 412 in this view" }));
  expect(await screen.findByText("Whole view selected: 412")).toBeVisible();
  expect(sent).toEqual([{ intent: "select", filter: "category=3" }]);
  await user.click(screen.getByRole("button", { name: "Hide…" }));
  await screen.findByRole("region", { name: "All that are selected" });
  expect(sent[1]).toMatchObject({ filter: "category=3", task: { input: { change: "hide" } } });
  expect(sent[1]).not.toHaveProperty("ids");
});

it("asks for the term of a change, and for a series of the chosen brand only", async () => {
  const { user, sent } = renderList();
  await user.click(screen.getByRole("checkbox", { name: /Rice lotion/ }));
  await user.click(screen.getByRole("button", { name: "More…" }));
  await user.selectOptions(screen.getByLabelText("What to do"), "brand");
  expect(screen.queryByLabelText("Series")).toBeNull();
  await user.selectOptions(within(screen.getByRole("dialog")).getByLabelText("Brand"), "Nagihama");
  await user.selectOptions(screen.getByLabelText("Series"), "Yuzu");
  await user.click(screen.getByRole("button", { name: "Check" }));
  const dialog = await screen.findByRole("dialog", { name: "Brand of products" });
  await within(dialog).findByText("AS-204");
  expect(sent[0]?.task?.input).toEqual({ change: "brand", term_id: 8, series_id: 5 });
});

it("leads those who may change prices to the prices of the same products", async () => {
  const { user } = renderList(["products:read", "products:write", "prices:write"]);
  const getPath = () => screen.getByRole("link", { name: "Change prices…" }).getAttribute("href");
  await user.click(screen.getByRole("checkbox", { name: /Rice lotion/ }));
  expect(getPath()).toBe("/prices?products=204");
  await user.click(screen.getByRole("button", { name: "Select all 412 in this view" }));
  await screen.findByText("Whole view selected: 412");
  expect(getPath()).toBe("/prices?category=3");
});

it("offers prices to nobody else", async () => {
  const { user } = renderList();
  await user.click(screen.getByRole("checkbox", { name: /Rice lotion/ }));
  expect(screen.queryByRole("link", { name: "Change prices…" })).toBeNull();
});
