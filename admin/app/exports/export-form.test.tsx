// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { Me } from "@furoshiki/api/admin/staff";
import { data } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { ExportForm } from "./export-form.tsx";

const downloads: string[] = [];
beforeEach(() => {
  downloads.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.getAttribute("href") ?? "");
  });
});

function renderForm(answers: unknown[], loader?: () => null) {
  const forms: FormData[] = [];
  const form = (
    <ExportForm
      list="orders"
      query={new URLSearchParams("view=to_pack&after=7")}
      columns={["number"]}
      personalColumns={["phone"]}
    />
  );
  const { user } = renderPage(
    <MeContext value={{ permissions: ["exports:personal"] } as unknown as Me}>{form}</MeContext>,
    {
      ...(loader ? { loader } : {}),
      action: async ({ request }) => {
        forms.push(await request.formData());
        return answers.shift();
      },
    },
  );
  return { user, forms };
}

it("downloads the list without the part that the page shows", async () => {
  const { user, forms } = renderForm([{ path: "/v1/admin/orders/exports/a1", rows: 2 }]);
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  await vi.waitFor(() => expect(downloads).toEqual(["/v1/admin/orders/exports/a1"]));
  expect(Object.fromEntries(forms[0] ?? [])).toEqual({ list: "view=to_pack", columns: "number" });
});

it("does not load the list behind again", async () => {
  const loader = vi.fn<() => null>(() => null);
  const { user } = renderForm([{ path: "/v1/admin/orders/exports/a1", rows: 2 }], loader);
  const button = await screen.findByRole("button", { name: "Export CSV" });
  await user.click(button);
  await vi.waitFor(() => expect(downloads).toHaveLength(1));
  expect(button).toBeEnabled();
  expect(loader).toHaveBeenCalledTimes(1);
});

it("stays on the page with the reason of a refusal", async () => {
  const { user } = renderForm([data({ message: "Wait a minute.", errors: {} }, { status: 429 })]);
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Wait a minute.");
  expect(screen.getByRole("button", { name: "Export CSV" })).toBeEnabled();
  expect(downloads).toEqual([]);
});

it("prepares a file with personal data again when its link has expired", async () => {
  const { user, forms } = renderForm([
    { path: "/v1/admin/orders/exports/a1", rows: 2 },
    { path: "/v1/admin/orders/exports/b2", rows: 3 },
  ]);
  await user.click(screen.getByRole("button", { name: "With personal data…" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Prepare the file" }));
  const link = await dialog.findByRole("link", { name: "Download the file" });
  expect(link).toHaveAttribute("href", "/v1/admin/orders/exports/a1");
  await user.click(dialog.getByRole("button", { name: "Prepare again" }));
  await vi.waitFor(() => expect(link).toHaveAttribute("href", "/v1/admin/orders/exports/b2"));
  expect(forms.map((form) => form.getAll("columns"))).toEqual(Array.from(forms, () => ["number", "phone"]));
});
