// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { Me } from "@furoshiki/api/admin/staff";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { ExportForm } from "./export-form.tsx";

/** Renders the form of a list; the action answers one request after the other. */
function renderForm(permissions: Me["permissions"], answers: unknown[] = []) {
  const forms: Record<string, FormDataEntryValue[]>[] = [];
  const page = renderPage(
    <MeContext value={{ permissions } as Me}>
      <ExportForm
        list="orders"
        query={new URLSearchParams("view=all&after=1_2&limit=50")}
        columns={["number", "total"]}
        personalColumns={["contacts"]}
      />
    </MeContext>,
    {
      action: async ({ request }) => {
        const form = await request.formData();
        forms.push(Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)])));
        return answers.shift();
      },
    },
  );
  return { ...page, forms };
}

const stepUp = (fields: readonly (readonly [string, string])[]) => ({
  stepUp: { fields, error: null, demoCode: null },
});

it("exports the whole list with the columns of the page", () => {
  renderForm(["orders:read"]);
  const form = screen.getByRole("button", { name: "Export CSV" }).closest("form");
  expect(form).toHaveAttribute("action", "/exports/orders");
  expect([...new FormData(form ?? undefined)]).toEqual([
    ["list", "view=all"],
    ["columns", "number"],
    ["columns", "total"],
  ]);
  expect(screen.queryByRole("button", { name: /personal/ })).not.toBeInTheDocument();
});

it("asks for a code before a file with personal data, and links the file", async () => {
  const fields = [["with_personal_data", "true"]] as const;
  const answers = [stepUp(fields), { path: "/v1/admin/orders/exports/token", rows: 1 }];
  const { user, forms } = renderForm(["orders:read", "exports:personal"], answers);
  await user.click(screen.getByRole("button", { name: "With personal data…" }));
  await user.click(screen.getByRole("button", { name: "Prepare the file" }));
  expect(forms[0]).toMatchObject({ columns: ["number", "total", "contacts"], with_personal_data: ["true"] });
  await user.type(await screen.findByRole("textbox", { hidden: true }), "123456");
  const link = await screen.findByRole("link", { name: "Download the file" });
  expect(link).toHaveAttribute("href", "/v1/admin/orders/exports/token");
  expect(screen.getByText(/^The file has 1 row\./)).toBeVisible();
  expect(forms[1]).toMatchObject({ with_personal_data: ["true"], step_up_code: ["123456"] });
});

it("says why a file is refused", async () => {
  const { user } = renderForm(["orders:read", "exports:personal"], [{ message: "Not allowed." }]);
  await user.click(screen.getByRole("button", { name: "With personal data…" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Prepare the file" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("Not allowed.");
});
