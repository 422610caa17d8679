// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createFormAction, renderPage } from "../../test/render-page.tsx";
import { customer } from "../../test/root-data.ts";
import { createSuccessResult } from "../forms/form-result.ts";
import { InlineFormLink, questionFormLink } from "./inline-form-link.tsx";

function renderLink(user: typeof customer | null) {
  const { action } = createFormAction(createSuccessResult("We will answer"));
  const link = (
    <InlineFormLink to="/profile/questions/7" {...questionFormLink} props={{ productId: 7 }}>
      Ask a question
    </InlineFormLink>
  );
  const options = { url: "/rice-toner?option=2", rootData: { user }, actions: { "/profile/questions/7": action } };
  return renderPage(link, options);
}

const getLink = () => screen.getByRole("link", { name: "Ask a question" });

it("opens the form in place and announces what the server answered", async () => {
  const { user } = renderLink(customer);
  expect(getLink()).toHaveAttribute("href", "/en-US/profile/questions/7");
  await user.click(getLink());
  await user.type(await screen.findByRole("textbox", { name: "Your question" }), "Hm?");
  await user.click(screen.getByRole("button", { name: "Ask" }));
  const message = await screen.findByText("We will answer");
  expect(message).toHaveFocus();
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
});

it("leads a guest to the sign-in dialog of the same page", () => {
  renderLink(null);
  expect(getLink()).toHaveAttribute("href", "/en-US/rice-toner?option=2&auth=1");
});
