// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { PlannedChange } from "@furoshiki/api/admin/catalog-admin/editor";
import type { Me } from "@furoshiki/api/admin/staff";
import { expect, it, vi } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { PlannedChanges } from "./planned-changes.tsx";
import { ScheduleStatus } from "./schedule-status.tsx";
import { createProductSelection } from "./product-selection.ts";

const change: PlannedChange = {
  ...{ task_id: 7, kind: "products.edit", input: {}, run_at: "2026-12-04T06:00:00.000Z", products: 1, refusal: null },
  author: { id: 1, name: "Olga" },
  edits: [
    { field: "option_0_price", from: 1290, to: 990 },
    { field: "description_en", from: "a".repeat(121), to: "b" },
  ],
};
const publication: PlannedChange = {
  ...{ ...change, task_id: 8, kind: "products.update", products: 12, input: { change: "publish" } },
  edits: [{ field: "status", from: "draft", to: "active" }],
};
const fields = { option_0_price: { label: "Price" }, description_en: { label: "Description" } };

it.each([
  ["en-US", /9:00.*, Moscow time/, /Price: 1290 → 990/, /Description: a new value/],
  ["ru-RU", /4\sдекабря, 09:00 мск/, /Price: 1290 → 990/, /Description: новое значение/],
] as const)("shows in %s when, by whom and what is planned", (locale, time, price, description) => {
  renderPage(
    <MeContext value={{ permissions: ["products:read"] } as unknown as Me}>
      <PlannedChanges changes={[change]} overwritten={new Map()} fields={fields} canEdit onEdit={() => undefined} />
    </MeContext>,
    { locale },
  );
  expect(screen.getByText(time)).toBeVisible();
  expect(screen.getByText(price)).toBeVisible();
  expect(screen.getByText(description)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

it("warns of what will be refused, says what was, and offers to edit, move and cancel", async () => {
  const onEdit = vi.fn<(edited: PlannedChange) => void>();
  const { user } = renderPage(
    <MeContext value={{ permissions: ["products:write"] } as unknown as Me}>
      <PlannedChanges
        changes={[change, publication, { ...publication, task_id: 9, refusal: "It lacks: a picture." }]}
        overwritten={new Map([[7, ["option_0_price"]]])}
        {...{ fields, onEdit }}
        canEdit
      />
    </MeContext>,
  );
  const [edit, status, refused] = screen.getAllByRole("listitem").map((item) => within(item));
  expect(edit?.getByText(/changed after it was planned: Price/)).toBeVisible();
  await user.click(edit?.getByRole("button", { name: "Edit the values" }) as HTMLElement);
  expect(onEdit).toHaveBeenCalledWith(change);
  expect(status?.getByText(/12 products together/)).toBeVisible();
  expect(status?.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Move", "Cancel the plan"]);
  expect(refused?.getByText(/It lacks: a picture/)).toBeVisible();
  expect(refused?.queryByRole("button")).toBeNull();
});

it("plans a publication for a time of the store", async () => {
  const sent: { task: { kind: string; run_at?: string }; ids: string | undefined }[] = [];
  const { user } = renderPage(<ScheduleStatus selection={createProductSelection(["204"])} />, {
    action: async ({ request }) => {
      const form = Object.fromEntries(await request.formData()) as Record<string, string>;
      sent.push({ task: JSON.parse(form["task"] ?? ""), ids: form["ids"] });
      if (form["intent"] === "start") return { started: 1 };
      const sample = [{ subject_id: "204", label: "AS-204", status: "failed", error: "It lacks: a picture." }];
      return { preview: { total: 1, sample, emails: [], forecast: null }, key: "k" };
    },
  });
  await user.click(screen.getByRole("button", { name: "Schedule…" }));
  await user.click(screen.getByRole("button", { name: "Publish…" }));
  await screen.findByText("AS-204");
  const confirm = screen.getByRole("button", { name: "Schedule" });
  expect(confirm).toBeDisabled();
  // What is missing today can be there in time.
  await user.type(screen.getByLabelText("Begins, Moscow time"), "2026-12-04T09:00");
  await user.click(confirm);
  await screen.findByText(/The task is planned/);
  expect(sent.at(-1)).toEqual({
    task: { kind: "products.update", input: { change: "publish" }, run_at: "2026-12-04T06:00:00.000Z" },
    ids: '["204"]',
  });
});
