// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { CarrierFileButton } from "./carrier-file-button.tsx";

function renderButton(answers: (() => Promise<Response>)[]) {
  const fetched: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    fetched.push(path);
    return answers.shift()?.();
  });
  const saved: string[] = [];
  URL.createObjectURL = () => "blob:labels";
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.href} ${this.download}`);
  });
  const { user } = renderPage(
    <CarrierFileButton kind="label" shipmentIds={[31]}>
      CDEK label
    </CarrierFileButton>,
  );
  const press = () => user.click(screen.getByRole("button", { name: "CDEK label" }));
  return { press, fetched, saved };
}

it("saves what CDEK prints, and asks CDEK only when it is pressed", async () => {
  const { press, fetched, saved } = renderButton([
    () => Promise.resolve(new Response(new Blob(["%PDF-"], { type: "application/pdf" }))),
  ]);
  expect(fetched).toEqual([]);
  await press();
  await vi.waitFor(() => expect(saved).toEqual(["blob:labels cdek-label-31.pdf"]));
  expect(fetched).toEqual(["/v1/admin/carrier-files?kind=label&shipment_ids=31"]);
  expect(screen.getByRole("button")).toBeEnabled();
});

it("says why CDEK prints nothing, and tries again", async () => {
  const { press, saved } = renderButton([
    () => Promise.resolve(Response.json({ message: "CDEK does not answer." }, { status: 502 })),
    () => Promise.reject(new TypeError("failed to fetch")),
  ]);
  await press();
  expect(await screen.findByRole("alert")).toHaveTextContent("CDEK does not answer.");
  await press();
  expect(await screen.findByText("The file did not arrive. Check the connection.")).toBeVisible();
  expect(saved).toEqual([]);
});
