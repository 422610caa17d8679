// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { Me } from "@furoshiki/api/admin/staff";
import type { AuditEntry } from "@furoshiki/api/admin/staff/audit";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { AuditList } from "./audit-list.tsx";

const entry: AuditEntry = {
  ...{ id: 7, at: "2026-11-16T17:44:00Z", action: "order.packing_started", reason: "" },
  actor: { kind: "staff", id: 3, label: "olga@example.test", name: "Olga S." },
  ...{ session_id: null, ip: null, request_id: null, task_id: null, approval_id: null, undo_of: null },
  subject: { kind: "order", id: "640118392" },
  changes: [{ field: "status", from: "paid", to: "packing" }],
  ...{ undo_until: null, undone_at: null },
};

function renderList(url: string, columns: string[] = []) {
  return renderPage(
    <MeContext value={{ permissions: ["orders:read", "audit:read"] } as unknown as Me}>
      <AuditList
        page={{ items: [entry, { ...entry, id: 6 }], next: null }}
        chain={{ last_sealed_entry_id: null, sealed_at: null, entries_without_seal: 0, verification: null }}
        savedViews={[{ id: 4, name: "Orders", query: "subject=order", is_shared: true, count: null }]}
        preference={{ columns, is_compact: false }}
        listQuery=""
        searchedDays={null}
        today="2026-11-20"
      />
    </MeContext>,
    { url },
  );
}

it("shows the chosen columns between the time and the link of the details", () => {
  renderList("/audit?subject=order", ["subject", "actor"]);
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    ...["Time", "Record", "Who", "Details"],
  ]);
  const views = screen.getByRole("navigation", { name: "Views of the log" });
  expect(within(views).getByRole("link", { current: "page" })).toHaveTextContent("Orders");
});

it("shows the details of the entry that its URL names below its row", async () => {
  const { user, getUrl } = renderList("/audit?entry=7&subject=order");
  expect(screen.getByRole("cell", { name: "packing" })).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Hide details: Packing started" }));
  expect(getUrl()).toBe("/audit?subject=order");
});
