import { expect, it } from "vitest";
import { profileChange } from "./profile-change.ts";

const user = { name: "Ян", surname: "Соколов", gender: null, birthday: "1990-05-01", newsletter: true };
const asShown = { name: "Ян", surname: "Соколов", gender: "", birthday: "1990-05-01" };

it("sends nothing where nothing changed", () => expect(profileChange(user, asShown, true)).toEqual({}));

it("sends only what changed", () => {
  expect(profileChange(user, { ...asShown, gender: "male" }, true)).toEqual({ gender: "male" });
  expect(profileChange(user, { ...asShown, name: " Яна " }, false)).toEqual({ name: "Яна", newsletter: false });
});

it("empties a field, but not the name", () => {
  expect(profileChange(user, { ...asShown, surname: " ", birthday: "" }, true)).toEqual({
    surname: null,
    birthday: null,
  });
  expect(profileChange(user, { ...asShown, name: "" }, true)).toEqual({ name: "" });
});
