// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { Form, type ActionFunction } from "react-router";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { ConflictChoices, type ConflictField } from "./conflict-choices.tsx";
import { readFieldEdits, type FieldConflict } from "../api-client/field-edits.ts";

const base = "Rice lotion. For daily care.";
const conflict: FieldConflict = {
  ...{
    field: "body",
    from: base,
    to: "Rice lotion. For daily care of dry skin.",
    current: "Rice milk lotion. For daily care.",
  },
  ...{ who: "olga@example.test", when: "2026-11-20T03:41:00Z" },
};

function renderForm(conflicts: FieldConflict[], field: ConflictField) {
  const submitted: object[] = [];
  const action: ActionFunction = async ({ request }) => {
    submitted.push(readFieldEdits(await request.formData(), ["body"]));
    return null;
  };
  const form = (
    <Form method="post">
      <ConflictChoices conflicts={conflicts} fields={{ body: field }} />
      <button>Save</button>
    </Form>
  );
  const { user } = renderPage(form, { action });
  const submit = async () => {
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(submitted).toHaveLength(1));
    return submitted[0];
  };
  return { user, submit, submitted };
}

it("says who has changed what and when, and takes the focus", () => {
  renderForm([conflict], { label: "Text", merge: "text" });
  const alert = screen.getByRole("alert");
  expect(alert).toHaveTextContent(/Someone else changed a field.*olga@example\.test, 20\sNov, 06:41.*not lost/);
  expect(alert.closest("[tabindex='-1']")).toHaveFocus();
});

it("proposes to merge texts whose edits do not overlap, and sends the stored text as the one that was seen", async () => {
  const { submit } = renderForm([conflict], { label: "Text", merge: "text" });
  const choice = within(screen.getByRole("group", { name: /^Text: two edits/ }));
  expect(await choice.findByRole("radio", { name: /^Merge/ })).toBeChecked();
  expect(choice.getByText("of dry skin", { exact: false, selector: "ins" })).toBeVisible();
  expect(await submit()).toEqual({
    body: { from: conflict.current, to: "Rice milk lotion. For daily care of dry skin." },
  });
});

it("proposes nothing if the edits overlap, and requires a choice", async () => {
  const { user, submit, submitted } = renderForm([{ ...conflict, to: "Rice soy lotion. For daily care." }], {
    label: "Text",
    merge: "text",
  });
  const merge = await screen.findByRole("radio", { name: /^Merge/ });
  expect(merge).not.toBeChecked();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(submitted).toEqual([]);
  await user.type(screen.getByRole("textbox", { name: "Merged text" }), " With milk.");
  expect(merge).toBeChecked();
  expect(await submit()).toEqual({
    body: { from: conflict.current, to: "Rice soy lotion. For daily care. With milk." },
  });
});

it.each([
  ["Keep mine", { body: { from: conflict.current, to: conflict.to } }],
  ["Take theirs", {}],
])("%s", async (name, expected) => {
  const { user, submit } = renderForm([conflict], { label: "Text" });
  expect(screen.queryByRole("radio", { name: /^Merge/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole("radio", { name }));
  expect(await submit()).toEqual(expected);
});

it("merges lists item by item", async () => {
  const lists = { from: ["a", "b"], to: ["a"], current: ["a", "b", "c"] };
  const { submit } = renderForm([{ ...conflict, ...lists }], { label: "List", merge: "list" });
  expect(await submit()).toEqual({ body: { from: "a b c", to: "a c" } });
});
