// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import type { Me } from "@furoshiki/api/admin/staff";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { ListViewTabs } from "./list-view-tabs.tsx";
import { createViewQuery } from "./view-path.ts";

const all = { key: "all", label: "All", path: "/audit", count: null, isCurrent: true };
const savedViews = [
  { id: 4, name: "Jobs", query: "actor=job", is_shared: true, count: null },
  { id: 5, name: "Mine", query: "actor=staff&columns=time", is_shared: false, count: { count: 3, is_exact: true } },
];

function renderTabs(query: string, permissions: Me["permissions"] = ["orders:read", "audit:read"]) {
  const forms: Record<string, FormDataEntryValue>[] = [];
  const page = renderPage(
    <MeContext value={{ permissions } as Me}>
      <ListViewTabs resource="audit" label="Views" path="/audit" tabs={[all]} {...{ savedViews, query }} />
    </MeContext>,
    {
      action: async ({ request }) => {
        forms.push(Object.fromEntries(await request.formData()));
        return { message: null };
      },
    },
  );
  return { ...page, forms };
}
const links = () =>
  within(screen.getByRole("navigation", { name: "Views" }))
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href"), link.getAttribute("aria-current")]);

it("marks the saved view that the list shows, which can be changed by its owner", () => {
  renderTabs("actor=staff&columns=time");
  expect(links()).toEqual([
    ["All", "/audit", null],
    ["Jobs", "/audit?actor=job", null],
    ["Mine3", "/audit?actor=staff&columns=time", "page"],
  ]);
  expect(screen.getByRole("button", { name: "Change view" })).toBeVisible();
});

it("saves another list as a view of its resource", async () => {
  const { user, forms } = renderTabs("actor=token");
  await user.type(screen.getByRole("textbox", { name: "Name of the view", hidden: true }), "Tokens");
  await user.click(screen.getByRole("button", { name: "Save", hidden: true }));
  await waitFor(() =>
    expect(forms).toEqual([{ resource: "audit", query: "actor=token", name: "Tokens", intent: "create" }]),
  );
});

it("offers no change of a shared view to those who may not change it", () => {
  renderTabs("actor=job");
  expect(screen.queryByRole("button")).toBeNull();
});

it("stores what the list shows by default, without the position, an open record and the row height", () => {
  const params = new URLSearchParams("q=7&after=1_2&entry=3&item=4&density=compact&status=");
  expect(createViewQuery(params, { view: "all" })).toBe("q=7&view=all");
  expect(createViewQuery(new URLSearchParams("view=declined"), { view: "all" })).toBe("view=declined");
});
