// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import "../i18n/all-messages.ts";
import { getI18n, I18nProvider } from "../i18n/use-i18n.tsx";
import { CodeField } from "./code-field.tsx";

afterEach(cleanup);

function renderField(errors?: readonly string[]) {
  const onSubmit = vi.fn<(code: unknown) => void>();
  render(
    <I18nProvider i18n={getI18n("en-US")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(new FormData(event.currentTarget).get("code"));
        }}
      >
        <CodeField errors={errors} submitLabel="Sign in" busy={false} />
      </form>
    </I18nProvider>,
  );
  return { user: userEvent.setup(), onSubmit };
}

const getField = () => screen.getByRole("textbox", { name: "Code" });
const getButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Sign in" });

it("waits for six digits, says how many are missing, and sends them", async () => {
  const { user, onSubmit } = renderField();
  await user.type(getField(), "4071");
  expect(getButton().disabled).toBe(true);
  expect(screen.getByText("2 more digits and you’ll be signed in automatically.")).toBeTruthy();
  await user.type(getField(), "52");
  expect(getButton().disabled).toBe(false);
  expect(onSubmit.mock.calls).toEqual([["407152"]]);
});

it("accepts a pasted code with a space", async () => {
  const { user, onSubmit } = renderField();
  await user.click(getField());
  await user.paste("407 152");
  expect(onSubmit.mock.calls).toEqual([["407152"]]);
});

it("shows a wrong code as the error of the field", () => {
  renderField(["That code didn’t work."]);
  expect(getField().getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(getField().getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "That code didn’t work.",
  );
});
