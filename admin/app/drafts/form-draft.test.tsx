// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import type { Draft } from "@furoshiki/api/admin/drafts";
import { useState } from "react";
import { Form, type ActionFunction } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { FormDraft } from "./form-draft.tsx";

let stored: Draft | null = null;
let isOnline = true;
const requests: { method: string; path: string; changes?: unknown }[] = [];

beforeEach(() => {
  stored = null;
  isOnline = true;
  requests.length = 0;
  vi.stubGlobal("fetch", (path: string, { method = "GET", body = "{}" }: { method?: string; body?: string } = {}) => {
    if (!isOnline) return Promise.reject(new TypeError("Failed to fetch"));
    if (method === "GET") return Promise.resolve(Response.json({ data: { draft: stored } }));
    requests.push({ method, path, ...(JSON.parse(body) as object) });
    return Promise.resolve(new Response(null, { status: 204 }));
  });
});

/** A field that appears because of another one. */
function Details() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <input
        type="checkbox"
        name="has_details"
        value="1"
        aria-label="With details"
        checked={isOpen}
        onChange={(event) => setIsOpen(event.currentTarget.checked)}
      />
      {isOpen ? <input name="details" aria-label="Details" /> : null}
    </>
  );
}

async function renderForm(action: ActionFunction = () => null) {
  const page = renderPage(
    <Form method="post">
      <textarea name="text" aria-label="Text" defaultValue="Old" />
      <input type="checkbox" name="is_public" value="1" aria-label="Public" />
      <input name="step_up_code" aria-label="Code" />
      <label>
        <input type="radio" name="kind" value="return" defaultChecked /> Return
      </label>
      <label>
        <input type="radio" name="kind" value="claim" /> Claim
      </label>
      <Details />
      <FormDraft
        draft={{ kind: "order_note", id: 7 }}
        stored={{ text: "Old", is_public: "", details: "", has_details: "", kind: "return" }}
      />
      <button>Save</button>
    </Form>,
    { action },
  );
  // The stored draft is loaded.
  await act(() => Promise.resolve());
  return page;
}
const text = () => screen.getByRole("textbox", { name: "Text" });
/** Saves what waits to be saved, as when the page is left. */
const leave = () => dispatch("pagehide");
const dispatch = (type: string) => {
  act(() => {
    window.dispatchEvent(new Event(type));
  });
};

it("saves changed fields of the form, and no others", async () => {
  const { user } = await renderForm();
  await user.type(text(), " and new");
  await user.type(screen.getByRole("textbox", { name: "Code" }), "123456");
  leave();
  await waitFor(() =>
    expect(requests).toEqual([
      { method: "PUT", path: "/v1/admin/drafts/order_note/7", changes: { text: "Old and new" } },
    ]),
  );
  await user.clear(text());
  await user.type(text(), "Old");
  leave();
  await waitFor(() => expect(requests.at(-1)?.method).toBe("DELETE"));
});

it("offers what was typed before, and saves nothing over it until the person has chosen", async () => {
  stored = { changes: { text: "Unsaved", is_public: "1" }, updated_at: "2026-11-20T09:41:00Z" };
  const { user } = await renderForm();
  expect(await screen.findByText(/There’s a draft from 20\sNov, 12:41/)).toBeVisible();
  expect(text()).toHaveValue("Old");
  await user.type(text(), "er");
  leave();
  expect(requests).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Restore" }));
  await waitFor(() => expect(text()).toHaveValue("Unsaved"));
  expect(screen.getByRole("checkbox", { name: "Public" })).toBeChecked();
  expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
  leave();
  await waitFor(() =>
    expect(requests.at(-1)).toMatchObject({ method: "PUT", changes: { text: "Unsaved", is_public: "1" } }),
  );
});

it("restores fields that appear because of others, in any order", async () => {
  stored = { changes: { details: "Left at the door", has_details: "1" }, updated_at: "2026-11-20T09:41:00Z" };
  const { user } = await renderForm();
  await user.click(await screen.findByRole("button", { name: "Restore" }));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Details" })).toHaveValue("Left at the door"));
});

it("restores the choice of one of several", async () => {
  stored = { changes: { kind: "claim" }, updated_at: "2026-11-20T09:41:00Z" };
  const { user } = await renderForm();
  await user.click(await screen.findByRole("button", { name: "Restore" }));
  await waitFor(() => expect(screen.getByRole("radio", { name: "Claim" })).toBeChecked());
});

it("deletes a draft that is discarded", async () => {
  stored = { changes: { text: "Unsaved" }, updated_at: "2026-11-20T09:41:00Z" };
  const { user } = await renderForm();
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(requests.map(({ method }) => method)).toEqual(["DELETE"]));
  expect(text()).toHaveValue("Old");
});

it("does not offer what the form shows already", async () => {
  stored = { changes: { text: "Old" }, updated_at: "2026-11-20T09:41:00Z" };
  await renderForm();
  expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
});

it("says that there is no connection, and saves when it is back", async () => {
  const { user } = await renderForm();
  isOnline = false;
  await user.type(text(), "er");
  leave();
  expect(await screen.findByText(/^No connection\. What you typed stays on the page/)).toBeVisible();
  isOnline = true;
  dispatch("online");
  await waitFor(() => expect(requests).toMatchObject([{ method: "PUT", changes: { text: "Older" } }]));
  await waitFor(() => expect(screen.queryByText(/^No connection/)).toBeNull());
});

it("saves nothing once the form is submitted", async () => {
  const { user } = await renderForm(() => new Promise(() => undefined));
  await user.type(text(), "er");
  await user.click(screen.getByRole("button", { name: "Save" }));
  leave();
  expect(requests).toEqual([]);
});
