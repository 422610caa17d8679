// @vitest-environment jsdom
import { cleanup, screen, within } from "@testing-library/react";
import type { OrderCustomsCheck } from "@furoshiki/api/admin/fulfillment";
import type { Me } from "@furoshiki/api/admin/staff";
import { expect, it, vi } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { CustomsCard } from "./customs-card.tsx";
import type { CustomsEdit, CustomsEditFailure } from "./customs-edit.ts";

const product = {
  ...{ product_id: 204, reference: "SRT-LTN-180", name_ru: "Лосьон", name_en: "Lotion" },
  ...{
    hs_code: "",
    customs_name_en: "face lotion",
    origin_country: "JP",
    net_weight_g: null,
    suggested_hs_codes: ["3304.99"],
  },
};
const check: OrderCustomsCheck = {
  ...{ status: "missing", form: "CN22", needs_export_declaration: false, checked_at: "2026-11-20T08:00:00Z" },
  products: [
    { ...product, problems: ["hs_code_missing"] },
    { ...product, product_id: 205, reference: "SRT-NCR-040", hs_code: "3304.99", problems: [] },
  ],
};

function renderCard(
  permissions: Me["permissions"],
  { edit = null, failure = null }: { edit?: CustomsEdit | null; failure?: CustomsEditFailure | null } = {},
) {
  const card = <CustomsCard check={check} edit={edit} failure={failure} />;
  return renderPage(<MeContext value={{ permissions } as Me}>{card}</MeContext>, { url: "/orders/118940226" });
}

/** Returns the button of the first product, whose customs data is incomplete. */
function getCheckButton(): HTMLElement {
  const [button] = screen.getAllByRole("button", { name: "Check" });
  if (!button) throw new Error("no button");
  return button;
}

it("counts what is complete, and asks for the field that is missing", async () => {
  const { user, getUrl } = renderCard(["orders:read", "products:write"]);
  expect(screen.getByText("HS codes").nextSibling).toHaveTextContent("1 of 2");
  expect(screen.getByText("English names").nextSibling).toHaveTextContent("2 of 2");
  const code = screen.getByRole("combobox", { name: "HS code" });
  expect(code).toHaveAccessibleDescription("In this category: 3304.99");
  await user.type(code, "3304.99");
  await user.click(getCheckButton());
  const params = new URLSearchParams(getUrl().split("?")[1]);
  expect(Object.fromEntries(params)).toEqual({
    ...{ product_id: "204", hs_code: "3304.99", seen_hs_code: "" },
    ...{ origin_country: "JP", seen_origin_country: "JP", net_weight_g: "", seen_net_weight_g: "" },
  });
});

it("shows the orders that a corrected product releases before it is saved", () => {
  const outcome = { released_orders: [118_940_226, 118_940_227], waiting_orders: [118_940_228] };
  const edits = { hs_code: { from: "", to: "3304.99" } };
  renderCard(["orders:read", "products:write"], { edit: { product_id: 204, edits, outcome } });
  expect(screen.getByRole("status")).toHaveTextContent("Releases 2 orders: 118 940 226118 940 2271 more order waits");
  expect(screen.getByRole("button", { name: "Save to product" })).toBeVisible();
  expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
});

it("shows why an edit was refused at its field", () => {
  const failure = { product_id: 204, message: "Invalid", errors: { "changes.hs_code.to": ["invalid"] } };
  renderCard(["products:write"], { failure });
  expect(screen.getByRole("combobox")).toHaveAccessibleDescription("An HS code has 6 to 12 digits");
});

it("asks which value to keep if somebody else has corrected the product", async () => {
  const when = "2026-11-20T03:41:00Z";
  const conflict = { field: "hs_code", from: "", to: "3304.99", current: "3304.91", who: "olga@example.test", when };
  const failure = { product_id: 204, message: "Conflict", errors: {}, conflicts: [conflict] };
  const { user, getUrl } = renderCard(["products:write"], { failure });
  expect(screen.getByRole("alert")).toHaveTextContent(
    /changed a field while you were editing.*olga@example\.test, 20\sNov, 06:41/,
  );
  await user.click(screen.getByRole("radio", { name: "Keep mine" }));
  await user.click(getCheckButton());
  expect(Object.fromEntries(new URLSearchParams(getUrl().split("?")[1]))).toEqual({
    ...{ product_id: "204", seen_hs_code: "3304.91", hs_code: "3304.99", choice_hs_code: "mine" },
    ...{ origin_country: "JP", seen_origin_country: "JP", net_weight_g: "", seen_net_weight_g: "" },
  });
});

it("loads the draft of a product when the person enters its form", async () => {
  const paths: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    paths.push(path);
    const draft = { changes: { hs_code: "3304.99" }, updated_at: "2026-11-20T09:41:00Z" };
    return Promise.resolve(Response.json({ data: { draft } }));
  });
  const { user } = renderCard(["products:write"]);
  expect(paths).toEqual([]);
  await user.click(screen.getByRole("combobox", { name: "HS code" }));
  await user.click(await screen.findByRole("button", { name: "Restore" }));
  await expect.poll(() => screen.getByRole<HTMLInputElement>("combobox", { name: "HS code" }).value).toBe("3304.99");
  expect(paths[0]).toBe("/v1/admin/drafts/customs_data/204");
});

it("has no form for a person who may not change products", () => {
  renderCard(["orders:read"]);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  const [item] = screen.getAllByRole("listitem");
  if (!item) throw new Error("no product");
  expect(within(item).getByText("A manager or a catalog editor can correct the product")).toBeVisible();
});

it("declares the origin and the net weight of a product that lacks nothing else", async () => {
  const { user, getUrl } = renderCard(["orders:read", "products:write"]);
  const form = within(screen.getByText("Origin and net weight").closest("details") ?? document.body);
  await user.type(form.getByRole("textbox", { name: "Net weight, g", hidden: true }), "42");
  await user.click(form.getByRole("button", { name: "Check", hidden: true }));
  expect(Object.fromEntries(new URLSearchParams(getUrl().split("?")[1]))).toEqual({
    ...{
      product_id: "205",
      seen_origin_country: "JP",
      origin_country: "JP",
      seen_net_weight_g: "",
      net_weight_g: "42",
    },
  });
});

it("shows an edit that no order waits for without a result, and the reason of a refusal at its field", () => {
  const outcome = { released_orders: [], waiting_orders: [] };
  const edits = { net_weight_g: { from: "", to: "42" } };
  renderCard(["products:write"], { edit: { product_id: 205, edits, outcome } });
  expect(screen.getByText("Origin and net weight").closest("details")).toHaveAttribute("open");
  expect(screen.getByRole("button", { name: "Save to product" })).toBeVisible();
  expect(screen.queryByRole("status")).not.toBeInTheDocument();
  cleanup();
  const failure = { product_id: 205, message: "Invalid", errors: { "changes.net_weight_g.to": ["invalid"] } };
  renderCard(["products:write"], { failure });
  const [, weight] = screen.getAllByRole("textbox", { name: "Net weight, g" });
  expect(weight).toHaveAccessibleDescription("A whole number of grams, from 1 to 100,000");
});
