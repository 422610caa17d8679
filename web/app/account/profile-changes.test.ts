import { expect, it } from "vitest";
import { getProfileChanges } from "./profile-changes.ts";

const user = { name: "Ян", surname: "Соколов", gender: null, birthday: "1990-05-01", newsletter: true };
const formValues = { name: "Ян", surname: "Соколов", gender: "", birthday: "1990-05-01" };

it("returns nothing if nothing changed", () => expect(getProfileChanges(user, formValues, true)).toEqual({}));

it("returns only changed fields", () => {
  expect(getProfileChanges(user, { ...formValues, gender: "male" }, true)).toEqual({ gender: "male" });
  expect(getProfileChanges(user, { ...formValues, name: " Яна " }, false)).toEqual({ name: "Яна", newsletter: false });
});

it("sets an emptied field to null, except the name", () => {
  expect(getProfileChanges(user, { ...formValues, surname: " ", birthday: "" }, true)).toEqual({
    surname: null,
    birthday: null,
  });
  expect(getProfileChanges(user, { ...formValues, name: "" }, true)).toEqual({ name: "" });
});
