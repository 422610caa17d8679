// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import type { ActionFunction } from "react-router";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { getListLayout, moveItem } from "./list-layout.ts";
import { ListTools } from "./list-tools.tsx";

const labels = { placed: "Placed", total: "Total", status: "Status" };
const columns = { all: ["placed", "total", "status"] as const, defaults: ["placed", "total"] as const };

it("takes columns and row height from the URL, or else from the person", () => {
  const preference = { columns: ["status", "gone", "placed"], is_compact: true };
  const get = (query: string, chosen = preference) => getListLayout(new URLSearchParams(query), chosen, columns);
  expect(get("")).toEqual({ columns: ["status", "placed"], isCompact: true });
  expect(get("columns=total&columns=placed&columns=total&density=normal")).toEqual({
    ...{ columns: ["total", "placed"], isCompact: false },
  });
  expect(get("columns=unknown", { columns: [], is_compact: false })).toEqual({
    ...{ columns: ["placed", "total"], isCompact: false },
  });
});

it("moves an item within the list only", () => {
  expect(moveItem(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect(moveItem(["a", "b"], 1, 1)).toEqual(["a", "b"]);
  expect(moveItem(["a", "b"], 0, -1)).toEqual(["a", "b"]);
});

function renderTools() {
  const submitted: { url: string; form: [string, FormDataEntryValue][] }[] = [];
  const action: ActionFunction = async ({ request }) => {
    submitted.push({ url: new URL(request.url).search, form: [...(await request.formData())] });
    return null;
  };
  const tools = (
    <ListTools
      resource="orders"
      layout={{ columns: ["placed", "total"], isCompact: false }}
      labels={labels}
      params={[["view", "all"]]}
    />
  );
  return { ...renderPage(tools, { url: "/orders?view=all&columns=placed&density=normal", action }), submitted };
}

it("orders the columns with buttons, which keep the focus, and saves them for the person", async () => {
  const { user, submitted } = renderTools();
  const up = screen.getByRole("button", { name: "Move up: Total", hidden: true });
  await user.click(up);
  expect(up).toHaveFocus();
  expect(up).toHaveAttribute("aria-disabled", "true");
  await user.click(up);
  await user.click(screen.getByRole("checkbox", { name: "Placed", hidden: true }));
  await user.click(screen.getByRole("checkbox", { name: "Status", hidden: true }));
  await user.click(screen.getByRole("button", { name: "Save for me", hidden: true }));
  await waitFor(() => expect(submitted).toHaveLength(1));
  expect(submitted[0]?.form).toEqual([
    ["view", "all"],
    ["columns", "total"],
    ["columns", "status"],
  ]);
  const params = new URLSearchParams(submitted[0]?.url);
  // The saved columns apply where the URL names none.
  expect([params.get("resource"), params.get("from")]).toEqual(["orders", "/orders?view=all"]);
});

it("shows columns once, with the URL", async () => {
  const { user, getUrl, submitted } = renderTools();
  await user.click(screen.getByRole("button", { name: "Show once", hidden: true }));
  await waitFor(() => expect(getUrl()).toBe("/orders?view=all&columns=placed&columns=total"));
  expect(submitted).toEqual([]);
});

it("saves the row height for the person", async () => {
  const { user, submitted } = renderTools();
  await user.click(screen.getByRole("button", { name: "Compact rows", hidden: true }));
  await waitFor(() => expect(submitted.map(({ form }) => form)).toEqual([[["density", "compact"]]]));
});
