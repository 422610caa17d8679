// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { useMemo, useRef, useState } from "react";
import { createStore, useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import { beforeEach, expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import type { FormValues } from "../drafts/form-values.ts";
import { ProductField, ProductFormContext } from "./product-fields.tsx";
import { readProductEdits } from "./product-form.ts";
import { useProductForm } from "./use-product-form.ts";

const first = { name_ru: "Крем", name_en: "Cream" };
/** The values of the record, and the fields with a conflict. */
const record = createStore<readonly [FormValues, readonly string[]]>([first, []]);
const store = (values: FormValues, conflicts: readonly string[] = []) => act(() => record.update([values, conflicts]));
beforeEach(() => record.update([first, []]));

function Editor() {
  const ref = useRef<HTMLFormElement>(null);
  const [stored, conflicts] = useStoreValue(record);
  const [initial] = useState(stored);
  const { changed, discard } = useProductForm(ref, stored, conflicts);
  const context = useMemo(() => ({ initial, errors: {}, conflicts, isReadOnly: false }), [initial, conflicts]);
  return (
    <form ref={ref} aria-label="Product">
      <ProductFormContext value={context}>
        <ProductField name="name_ru" label="Russian" />
        <ProductField name="name_en" label="English" />
      </ProductFormContext>
      <output>{changed.join(" ")}</output>
      <button type="button" onClick={discard}>
        Discard
      </button>
    </form>
  );
}

const getField = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const readEdits = () => readProductEdits(new FormData(screen.getByRole<HTMLFormElement>("form")));

it("follows the record in fields that the person has not changed, and keeps what they typed with what they saw", async () => {
  const { user } = renderPage(<Editor />);
  await user.type(getField("Russian"), " ночной");
  expect(screen.getByRole("status")).toHaveTextContent("name_ru");
  store({ name_ru: "Тоник", name_en: "Toner" });
  expect(getField("Russian")).toHaveValue("Крем ночной");
  expect(getField("English")).toHaveValue("Toner");
  expect(readEdits()).toEqual({ name_ru: { from: "Крем", to: "Крем ночной" } });
});

it("has no edit after it was saved, or if somebody else has written the same", async () => {
  const { user } = renderPage(<Editor />);
  await user.type(getField("Russian"), " ночной");
  store({ name_ru: "Крем ночной", name_en: "Cream" });
  expect(readEdits()).toEqual({});
  expect(screen.getByRole("status")).toHaveTextContent("");
});

it("does not send a field whose conflict is resolved elsewhere, and follows the record after that", async () => {
  const { user } = renderPage(<Editor />);
  await user.type(getField("Russian"), " ночной");
  store({ name_ru: "Тоник", name_en: "Cream" }, ["name_ru"]);
  expect(readEdits()).toEqual({});
  store({ name_ru: "Тоник", name_en: "Cream" });
  expect(getField("Russian")).toHaveValue("Тоник");
  expect(readEdits()).toEqual({});
});

it("sets all fields to the record when the changes are discarded", async () => {
  const { user } = renderPage(<Editor />);
  await user.type(getField("Russian"), " ночной");
  store({ name_ru: "Тоник", name_en: "Toner" });
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect([getField("Russian").value, getField("English").value]).toEqual(["Тоник", "Toner"]);
  expect(readEdits()).toEqual({});
  expect(screen.getByRole("status")).toHaveTextContent("");
});
