// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { getI18n, I18nProvider } from "../i18n/use-i18n.tsx";
import { MentionField } from "./mention-field.tsx";
import "../i18n/all-messages.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("suggests colleagues after @, and inserts the one that the keyboard chooses", async () => {
  const people = [
    { id: 1, name: "Anna K." },
    { id: 2, name: "Anton" },
    { id: 3, name: "Ivan" },
  ];
  vi.stubGlobal("fetch", async () => Response.json({ data: people }));
  render(
    <I18nProvider i18n={getI18n("en-US")}>
      <MentionField aria-label="Note" name="text" />
    </I18nProvider>,
  );
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Note" });
  const user = userEvent.setup();
  await user.type(field, "Please ask @an");
  expect((await screen.findAllByRole("option")).map((option) => option.textContent)).toEqual(["AKAnna K.", "AAnton"]);
  expect(field.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option", { selected: true }).id);
  await user.keyboard("{ArrowDown}{Enter}");
  expect(field.value).toBe("Please ask @Anton ");
  expect(screen.queryByRole("listbox")).toBeNull();
  await user.type(field, "or @i");
  await screen.findByRole("listbox");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(field.value).toBe("Please ask @Anton or @i");
});
