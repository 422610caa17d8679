// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import type { PricePreview, PricePreviewRequest } from "@furoshiki/api/admin/catalog-admin/prices";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { ApplyBar } from "./apply-bar.tsx";
import { usePriceEdits } from "./use-price-edits.ts";

const preview = {
  ...{ selection: { count: 2, fingerprint: "7" }, changed: 2, outside_ids: ["12-0"] },
} as unknown as PricePreview;
const request = {
  filter: { brand: "3" },
  adjustment: { rule: "percent", value: 10 },
} as unknown as PricePreviewRequest;

function Page() {
  const edits = usePriceEdits();
  return (
    <>
      <button type="button" onClick={() => ["11-0", "12-0"].forEach((id) => edits.setText(id, "700"))}>
        Enter prices
      </button>
      <output>{[...edits.texts.keys()].join(" ")}</output>
      <ApplyBar {...{ request, preview, edits }} isCurrent params={new URLSearchParams()} />
    </>
  );
}

it("says which entered prices the filter leaves out, and keeps only these when the rule was applied", async () => {
  const { user } = renderPage(<Page />, {
    action: async ({ request: sent }) => {
      const intent = (await sent.formData()).get("intent");
      if (intent === "start") return { started: 1 };
      const sample = [{ subject_id: "11-0", label: null, status: "done", error: null }];
      return { preview: { total: 2, sample, emails: [], forecast: null }, key: "k" };
    },
  });
  await user.click(screen.getByRole("button", { name: "Enter prices" }));
  expect(screen.getByText(/1 price that you entered is outside of the filter/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Apply/ }));
  // The dialog confirms only what it has previewed.
  await screen.findByText(/^Trial run/);
  await user.click(screen.getAllByRole("button", { name: /^Apply/ }).at(-1) as HTMLElement);
  await screen.findByText(/The task was started/);
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.getAllByRole("status").find(({ tagName }) => tagName === "OUTPUT")).toHaveTextContent(/^12-0$/);
});
