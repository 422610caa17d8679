// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { Document } from "@furoshiki/api/admin/fulfillment/documents";
import type { Me } from "@furoshiki/api/admin/staff";
import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { DocumentsCard } from "./documents-card.tsx";

const invoice: Document = {
  ...{ id: 7, kind: "invoice", number: "INV-26-4471", order_id: 118_940_226, shipment: null, locale: "ru-RU" },
  ...{ created_at: "2026-11-20T08:00:00Z", created_by: null, superseded_at: null, is_erased: false },
};
const documents: Document[] = [
  invoice,
  { ...invoice, id: 6, number: "INV-26-4470", superseded_at: "2026-11-20T08:00:00Z" },
];

type CardProps = Partial<ComponentProps<typeof DocumentsCard>>;

function renderCard(permissions: Me["permissions"], message?: string, props: CardProps = {}) {
  const failure = message === undefined ? null : { order_id: 118_940_226, message };
  const card = (
    <DocumentsCard orderId={118_940_226} shipments={[]} documents={documents} failure={failure} {...props} />
  );
  return renderPage(<MeContext value={{ permissions } as Me}>{card}</MeContext>);
}

it("links the current document of each kind, and prints the others", () => {
  renderCard(["orders:read", "orders:fulfill"]);
  expect(screen.getByRole("link", { name: "Invoice" })).toHaveAttribute("href", "/v1/admin/documents/7/file");
  expect(screen.getByText("INV-26-4471")).toBeVisible();
  expect(screen.queryByText("INV-26-4470")).not.toBeInTheDocument();
  const list = within(screen.getByRole("list"));
  expect(list.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
    "Print again: Invoice",
    "Print: Packing slip",
    "Print: Customs data sheet",
  ]);
  expect(screen.getByRole("button", { name: "Print documents…" })).toBeVisible();
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

it("lists the documents of each shipment if there are several, and the one of the whole order without printing it", () => {
  const shipments = [
    { id: 31, number: 1, status: "packed" },
    { id: 32, number: 2, status: "open" },
    { id: 33, number: 3, status: "canceled" },
  ] as const;
  const slip: Document = {
    ...invoice,
    id: 8,
    kind: "packing_slip",
    number: "PS-26-9",
    shipment: { id: 32, number: 2 },
  };
  renderCard(["orders:fulfill"], undefined, { shipments, documents: [slip, invoice] });
  const headings = screen.getAllByRole("heading", { level: 3 });
  expect(headings.map((heading) => heading.textContent)).toEqual([
    "Shipment 1",
    "Shipment 2",
    "The whole order, before it was split",
  ]);
  const [first, second, whole] = headings.map((heading) => within(heading.parentElement ?? heading));
  expect(first?.queryByRole("link")).not.toBeInTheDocument();
  expect(first?.getAllByRole("button")).toHaveLength(3);
  expect(second?.getByRole("link", { name: "Packing slip" })).toHaveAttribute("href", "/v1/admin/documents/8/file");
  expect(second?.getByRole("button", { name: "Print again: Packing slip" }).closest("form")).toHaveFormValues({
    kind: "packing_slip",
    shipment_id: "32",
  });
  expect(whole?.getByRole("link", { name: "Invoice" })).toBeVisible();
  expect(whole?.queryByRole("button")).not.toBeInTheDocument();
});
