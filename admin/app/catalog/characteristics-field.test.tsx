// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { CharacteristicsField } from "./characteristics-field.tsx";
import { formatCharacteristics } from "./characteristics.ts";
import { ProductFormContext } from "./product-fields.tsx";
import { setProductField } from "./use-product-form.ts";

const volume = { name_en: "Volume", name_ru: "Объём", value_en: "50 ml", value_ru: "50 мл" };
const country = { name_en: "Country", name_ru: "Страна", value_en: "Japan", value_ru: "Япония" };

function renderField(errors: Record<string, string[]> = {}) {
  const initial = { characteristics: formatCharacteristics([volume]) };
  const { user } = renderPage(
    <form aria-label="Product">
      <ProductFormContext value={{ initial, errors, conflicts: [], isReadOnly: false }}>
        <CharacteristicsField />
      </ProductFormContext>
    </form>,
  );
  const form = screen.getByRole<HTMLFormElement>("form");
  return { user, form, getValue: () => new FormData(form).get("characteristics") };
}

it("adds, moves and removes characteristics in the field of the form", async () => {
  const { user, getValue } = renderField();
  await user.click(screen.getByRole("button", { name: "Add a characteristic" }));
  // An empty one is not sent.
  expect(getValue()).toBe(formatCharacteristics([volume]));
  for (const [field, text] of [
    ["Name, Russian", "Страна"],
    ["Value, Russian", "Япония"],
    ["Name, English", "Country"],
    ["Value, English", "Japan"],
  ] as const)
    await user.type(screen.getByRole("textbox", { name: new RegExp(`^${field}.* 2$`) }), text);
  expect(getValue()).toBe(formatCharacteristics([volume, country]));
  await user.click(screen.getByRole("button", { name: "Characteristic 2: up" }));
  expect(getValue()).toBe(formatCharacteristics([country, volume]));
  await user.click(screen.getByRole("button", { name: "Remove characteristic 2" }));
  expect(getValue()).toBe(formatCharacteristics([country]));
});

it("follows the field, such as when a draft is restored or changes are discarded", () => {
  const { form } = renderField();
  act(() => setProductField(form, "characteristics", formatCharacteristics([country, volume])));
  expect(screen.getAllByRole("textbox").map((input) => (input as HTMLInputElement).value)).toEqual([
    ...["Страна", "Япония", "Country", "Japan"],
    ...["Объём", "50 мл", "Volume", "50 ml"],
  ]);
  act(() => setProductField(form, "characteristics", ""));
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
});

it("says what is missing", () => {
  renderField({ "changes.characteristics.to.0.value_en": ["required"] });
  expect(screen.getByText(/^Fill in the name and value/)).toBeVisible();
});
