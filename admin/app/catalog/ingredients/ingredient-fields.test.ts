import { expect, it } from "vitest";
import { readIngredientEdits } from "./ingredient-fields.ts";

const read = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readIngredientEdits(form).changes;
};

it("reads other names from lines or a list, and an empty group as none", () => {
  expect(
    read({
      ...{ seen_aliases: "ethanol", aliases: "Ethanol\r\nSD Alcohol 40-B, Denatured Alcohol;\r\n " },
      ...{ seen_group_key: "alcohol", group_key: "", seen_inci: "Alcohol", inci: "Alcohol" },
    }),
  ).toEqual({
    aliases: { from: ["ethanol"], to: ["Ethanol", "SD Alcohol 40-B", "Denatured Alcohol"] },
    group_key: { from: "alcohol", to: null },
  });
});

it("reads other names that were chosen after a conflict, which are slugs with spaces between them", () => {
  const conflict = { seen_aliases: "ethanol spirit", aliases: "ethanol sd-alcohol", choice_aliases: "mine" };
  expect(read(conflict)).toEqual({ aliases: { from: ["ethanol", "spirit"], to: ["ethanol", "sd-alcohol"] } });
  expect(read({ ...conflict, choice_aliases: "theirs" })).toEqual({});
});
