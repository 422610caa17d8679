// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import type { Document } from "@furoshiki/api/admin/fulfillment/documents";
import type { Me } from "@furoshiki/api/admin/staff";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { DocumentsCard } from "./documents-card.tsx";

const invoice: Document = {
  ...{ id: 7, kind: "invoice", number: "INV-26-4471", order_id: 118_940_226, locale: "ru-RU" },
  ...{ created_at: "2026-11-20T08:00:00Z", created_by: null, superseded_at: null, is_erased: false },
};
const documents: Document[] = [
  invoice,
  { ...invoice, id: 6, number: "INV-26-4470", superseded_at: "2026-11-20T08:00:00Z" },
];

function renderCard(permissions: Me["permissions"], message?: string) {
  const failure = message === undefined ? null : { order_id: 118_940_226, message };
  const card = <DocumentsCard orderId={118_940_226} documents={documents} failure={failure} />;
  return renderPage(<MeContext value={{ permissions } as Me}>{card}</MeContext>);
}

it("links the current document of each kind, and prints the others", () => {
  renderCard(["orders:read", "orders:fulfill"]);
  expect(screen.getByRole("link", { name: "Invoice" })).toHaveAttribute("href", "/v1/admin/documents/7/file");
  expect(screen.getByText("INV-26-4471")).toBeVisible();
  expect(screen.queryByText("INV-26-4470")).not.toBeInTheDocument();
  expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
    "Print again: Invoice",
    "Print: Packing slip",
    "Print: Customs data sheet",
  ]);
  expect(screen.getByRole("link", { name: "1 superseded document" })).toBeVisible();
});

it("shows a person without the permission the numbers only", () => {
  renderCard(["orders:read"]);
  expect(screen.getByText("INV-26-4471")).toBeVisible();
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it("says why a document was not printed", () => {
  renderCard(["orders:fulfill"], "The fonts lack 雪");
  expect(screen.getByRole("alert")).toHaveTextContent("The fonts lack 雪");
});
