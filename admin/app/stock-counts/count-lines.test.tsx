// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import type { StockCount, StockCountLine } from "@furoshiki/api/admin/inventory/counts";
import { useLoaderData } from "react-router";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { CountLines } from "./count-lines.tsx";

const line = {
  ...{ product_id: 204, option_id: 0, name: "Lotion", option_name: "", reference: "AS-204", image: null },
  ...{ expected: 12, counted: null, counted_by: null, is_extra: false },
} satisfies Partial<StockCountLine>;

function Count() {
  const counted = useLoaderData<number | null>();
  return <CountLines count={{ status: "open", items: [{ ...line, counted }] } as unknown as StockCount} />;
}

it("shows a refusal with the number that replaces it, so that saving again is not refused as well", async () => {
  let stored: number | null = null;
  const replaced: FormDataEntryValue[] = [];
  const pending: (() => void)[] = [];
  const loader = async () => {
    if (stored !== null)
      await new Promise<void>((resolve) => {
        pending.push(resolve);
      });
    return stored;
  };
  const { user } = renderPage(<Count />, {
    loader,
    action: async ({ request }) => {
      const form = await request.formData();
      replaced.push(form.get("from") ?? "missing");
      if (form.get("from") === "7") return null;
      stored = 7;
      return { message: "7 is stored here by now." };
    },
  });
  const field = await screen.findByRole("spinbutton", { name: "Pieces on the shelf: Lotion" });
  await user.type(field, "9{Enter}");
  await waitFor(() => expect(pending).toHaveLength(1));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  pending[0]?.();
  expect(await screen.findByRole("alert")).toHaveTextContent("7 is stored here by now.");
  await user.clear(field);
  await user.type(field, "8{Enter}");
  await waitFor(() => expect(replaced).toEqual(["", "7"]));
});
