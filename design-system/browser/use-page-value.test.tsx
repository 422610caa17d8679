// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { usePageValue } from "./use-page-value.ts";

function SearchField({ value }: { value: string }) {
  const { field, onEdit, onLeave } = usePageValue(value);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onLeave();
      }}
    >
      <input ref={field} aria-label="Search" defaultValue={value} onInput={onEdit} />
    </form>
  );
}

it("shows the text of each page, and keeps what was typed before a page arrived", async () => {
  const user = userEvent.setup();
  const { rerender } = render(<SearchField value="" />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Search" });
  await user.type(field, "yuzu{Enter}");
  rerender(<SearchField value="yuzu" />);
  expect(field.value).toBe("yuzu");

  await user.clear(field);
  await user.type(field, "rice{Enter}");
  await user.type(field, " toner");
  rerender(<SearchField value="rice" />);
  expect(field.value).toBe("rice toner");

  await user.type(field, "{Enter}");
  rerender(<SearchField value="rice toner" />);
  rerender(<SearchField value="" />);
  expect(field.value).toBe("");
});
