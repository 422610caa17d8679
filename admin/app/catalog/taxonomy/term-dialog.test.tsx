// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderPage } from "../../../test/render-page.tsx";
import { TermDialog } from "./term-dialog.tsx";

const tag = { id: 7, products: 0, name_ru: "Веган", name_en: "Vegan", slug: "vegan" };

it("saves with Enter in a field, and deletes only with the button", async () => {
  const submitted = vi.fn<(form: Record<string, unknown>) => null>(() => null);
  const action = async ({ request }: { request: Request }) =>
    submitted(Object.fromEntries((await request.formData()).entries()));
  const { user } = renderPage(<TermDialog path="/tags" term={tag} items={[tag]} brands={[]} result={undefined} />, {
    action,
  });
  await user.type(screen.getByLabelText("Name, English"), "ic{Enter}");
  await vi.waitFor(() => expect(submitted).toHaveBeenCalledTimes(1));
  expect(submitted.mock.calls[0]?.[0]).toMatchObject({ id: "7", name_en: "Veganic", seen_name_en: "Vegan" });
  expect(submitted.mock.calls[0]?.[0]).not.toHaveProperty("intent");
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  await vi.waitFor(() => expect(submitted).toHaveBeenCalledTimes(2));
  expect(submitted.mock.calls[1]?.[0]).toMatchObject({ id: "7", intent: "delete" });
});
