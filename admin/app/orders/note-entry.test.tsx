// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import type { OrderDetail, OrderNote } from "@furoshiki/api/admin/orders";
import type { Me } from "@furoshiki/api/admin/staff";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import type { NoteEditResult } from "./edit-note.ts";
import { NoteEntry } from "./note-entry.tsx";

const at = "2026-11-20T08:52:00Z";
const note: OrderNote = {
  ...{ id: 5, author: { id: 7, name: "Olga S." }, text: "Call today", is_visible_to_customer: false },
  ...{ mentions: [], created_at: at, emailed_at: null, is_from_customer: false, answered_at: null, photos: [] },
};
const order = { actions: [{ name: "write_note", reasons: [] }] } as unknown as OrderDetail;
const me = { staff: { id: 7 }, permissions: [] } as unknown as Me;

/** The note, and a button that loads the data of the page again after a colleague has changed it. */
function Entry({ shown, reloaded = shown }: { shown: OrderNote; reloaded?: OrderNote }) {
  const [isReloaded, setIsReloaded] = useState(false);
  return (
    <MeContext value={me}>
      <NoteEntry note={isReloaded ? reloaded : shown} order={order} />
      <button onClick={() => setIsReloaded(true)}>Reload</button>
    </MeContext>
  );
}

function renderNote(entry = <Entry shown={note} />, failure: NoteEditResult["failure"] = null) {
  const forms: Record<string, FormDataEntryValue>[] = [];
  const page = renderPage(entry, {
    action: async ({ request }): Promise<NoteEditResult> => {
      forms.push(Object.fromEntries(await request.formData()));
      return { intent: "edit_note", failure };
    },
  });
  return { ...page, forms };
}
const editButton = () => screen.queryByRole("button", { name: "Edit" });

it("is edited in place by its author, and the focus returns", async () => {
  const { user, forms } = renderNote();
  await user.click(screen.getByRole("button", { name: "Edit" }));
  const field = screen.getByRole("textbox", { name: "Note" });
  expect(field).toHaveFocus();
  await user.type(field, ", after 15:00");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(editButton()).toHaveFocus());
  expect(forms).toEqual([
    { note_id: "5", seen_text: "Call today", text: "Call today, after 15:00", intent: "edit_note" },
  ]);
});

it("is not edited by others, nor after it was emailed", () => {
  renderNote(<Entry shown={{ ...note, author: { id: 8, name: "Boris" } }} />);
  expect(editButton()).toBeNull();
  renderNote(<Entry shown={{ ...note, is_visible_to_customer: true, emailed_at: at }} />);
  expect(editButton()).toBeNull();
});

it("compares with the text that the person saw, and offers the choice after a conflict", async () => {
  const conflict = {
    field: "text",
    from: "Call today",
    to: "Call at 15:00",
    current: "Call Anna",
    who: "Boris",
    when: at,
  };
  const failure = { message: "Changed meanwhile", errors: {}, conflicts: [conflict] };
  const { user, forms } = renderNote(<Entry shown={note} reloaded={{ ...note, text: "Call Anna" }} />, failure);
  await user.click(screen.getByRole("button", { name: "Edit" }));
  await user.click(screen.getByRole("button", { name: "Reload" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/Boris, 20\sNov, 11:52/)).toBeVisible();
  expect(forms[0]).toMatchObject({ seen_text: "Call today", text: "Call today" });
  const choices = screen.getByRole("group");
  await user.click(within(choices).getAllByRole("radio")[0] as HTMLElement);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(forms).toHaveLength(2));
  expect(forms[1]).toMatchObject({ seen_text: "Call Anna", text: "Call at 15:00", choice_text: "mine" });
});

it("says why it cannot be saved", async () => {
  const { user } = renderNote(undefined, { message: "The note was sent to the customer.", errors: {} });
  await user.click(screen.getByRole("button", { name: "Edit" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The note was sent to the customer.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(editButton()).toHaveFocus();
});
