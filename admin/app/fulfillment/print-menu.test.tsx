// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { PrintMenu } from "./print-menu.tsx";
import type { ShipmentPrints } from "./print-shipments.ts";

const targets = [{ order_id: 118_940_226 }, { order_id: 483_201_774, shipment_id: 32 }];
const nothing: ShipmentPrints = { documentIds: [], carrierFiles: [], carrierShipmentIds: [], failures: [] };

/** Renders the menu of two targets, opens it and returns the forms that it sends. */
async function openMenu(prints: ShipmentPrints, choose: readonly string[] = []) {
  const forms: [string, string][][] = [];
  const { user } = renderPage(<PrintMenu targets={targets} />, {
    action: async ({ request }) => {
      forms.push([...(await request.formData())] as [string, string][]);
      return prints;
    },
  });
  await user.click(screen.getByRole("button", { name: "Print documents…" }));
  const dialog = within(screen.getByRole("dialog", { name: "Print documents" }));
  for (const name of choose) await user.click(dialog.getByRole("checkbox", { name }));
  await user.click(dialog.getByRole("button", { name: "Print" }));
  return { user, dialog, forms };
}

it("prints the chosen documents, and opens them as one file", async () => {
  const { dialog, forms } = await openMenu({ ...nothing, documentIds: [7, 8, 9, 10] }, ["Invoice"]);
  const link = await dialog.findByRole("link", { name: "Open 4 documents as one file" });
  expect(link).toHaveAttribute("href", "/v1/admin/documents/file?ids=7,8,9,10");
  expect(forms).toEqual([
    [
      ...([
        ["target", "118940226"],
        ["target", "483201774:32"],
      ] as const),
      ...([
        ["kind", "invoice"],
        ["kind", "packing_slip"],
      ] as const),
    ],
  ]);
});

it("divides more documents than one file can have", async () => {
  const documentIds = Array.from({ length: 101 }, (_, index) => index + 1);
  const { dialog } = await openMenu({ ...nothing, documentIds });
  expect(await dialog.findByRole("link", { name: "Open 100 documents as one file" })).toBeVisible();
  expect(dialog.getByRole("link", { name: "Open 1 document" })).toHaveAttribute(
    "href",
    "/v1/admin/documents/file?ids=101",
  );
});

it("names what cannot be printed, in words", async () => {
  const failures = [
    { order_id: 118_940_226, message: "Not paid." },
    { order_id: 483_201_774, message: null },
  ];
  const { dialog } = await openMenu({ ...nothing, failures });
  expect(await dialog.findByText(/118.940.226: Not paid\./)).toBeVisible();
  expect(dialog.getByText(/483.201.774: CDEK has given no number/)).toBeVisible();
});

it("asks for a document if none is chosen", async () => {
  const { dialog } = await openMenu(nothing, ["Packing slip"]);
  expect(await dialog.findByText("Choose at least one document.")).toBeVisible();
});

it("offers the labels of CDEK when they have arrived, and says why they have not", async () => {
  const answers = [
    Response.json({ message: "CDEK does not answer." }, { status: 502 }),
    new Response(new Blob(["%PDF-"], { type: "application/pdf" })),
  ];
  const fetched: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    fetched.push(path);
    return Promise.resolve(answers.shift());
  });
  URL.createObjectURL = () => "blob:labels";
  URL.revokeObjectURL = () => undefined;
  const prints = { ...nothing, carrierFiles: ["label"], carrierShipmentIds: [31, 32] } as const;
  const { user, dialog } = await openMenu(prints, ["CDEK label"]);
  expect(await dialog.findByRole("alert")).toHaveTextContent("CDEK does not answer.");
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  const link = await dialog.findByRole("link", { name: "Download 2 CDEK labels" });
  expect(link).toHaveAttribute("href", "blob:labels");
  expect(fetched).toEqual(Array(2).fill("/v1/admin/carrier-files?kind=label&shipment_ids=31,32"));
});
