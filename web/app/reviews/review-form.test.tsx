// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import type { OwnReview } from "@furoshiki/api/reviews";
import { expect, it, vi } from "vitest";
import { createFailedResult, createFormAction, renderPage } from "../../test/render-page.tsx";
import { connectionError, stubFetch } from "../../test/stub-fetch.ts";
import { createSuccessResult, type FormResult } from "../forms/form-result.ts";
import { ReviewForm } from "./review-form.tsx";

const own = { rating: 4, text: "Soft and light", photos: [{ id: 3, src: "/3.jpg" }] } as unknown as OwnReview;

function renderForm(review: OwnReview | null, ...responses: Parameters<typeof createFormAction>) {
  const { action, onSubmit } = createFormAction(...responses);
  const onSent = vi.fn<(message: string | null) => void>();
  const form = <ReviewForm productId={7} own={review} onSent={onSent} />;
  return { ...renderPage(form, { actions: { "/profile/reviews/7": action } }), onSubmit, onSent };
}

const getText = () => screen.getByRole("textbox", { name: "Review" });
const getSubmit = () => screen.getByRole("button", { name: "Submit the review" });
const createPhoto = (name: string) => new File(["photo"], name, { type: "image/jpeg" });

it("sends rating and text", async () => {
  const { user, onSubmit, onSent } = renderForm(null, createSuccessResult("Thank you"));
  await user.click(screen.getByRole("radio", { name: "5 of 5" }));
  await user.type(getText(), "Lovely");
  await user.click(getSubmit());
  await waitFor(() => expect(onSent.mock.calls).toEqual([["Thank you"]]));
  expect(onSubmit.mock.calls).toEqual([[{ rating: "5", text: "Lovely", age: "", skin: "" }]]);
});

it("fills in the customer's own review", () => {
  renderForm(own);
  expect(screen.getByRole("radio", { name: "4 of 5" })).toBeChecked();
  expect(getText()).toHaveValue("Soft and light");
  expect(screen.getByRole("img", { name: "Photo 1" })).toBeVisible();
});

it("asks for the missing rating and keeps the text", async () => {
  const failure = createFailedResult({ errors: { rating: ["rating_required"] }, values: { text: "Lovely" } });
  const { user, onSent } = renderForm(null, failure);
  await user.type(getText(), "Lovely");
  await user.click(getSubmit());
  const rating = screen.getByRole("radiogroup", { name: "Your rating" });
  await waitFor(() => expect(rating).toHaveAccessibleDescription("Please enter a rating"));
  expect(rating).toHaveFocus();
  expect(getText()).toHaveValue("Lovely");
  expect(onSent).not.toHaveBeenCalled();
});

it("can be sent again after the connection was lost, and only once at a time", async () => {
  const response = Promise.withResolvers<FormResult>();
  const { user, onSubmit, onSent } = renderForm(own, "connection lost", response.promise);
  await user.click(getSubmit());
  expect(await screen.findByRole("alert")).toHaveTextContent("Check your connection");
  await user.dblClick(getSubmit());
  expect(getSubmit()).toBeDisabled();
  response.resolve(createSuccessResult());
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

it("uploads photos when they are selected and submits their ids", async () => {
  const calls = stubFetch(() => ({ photo: { id: 5, src: "/5.jpg" } }));
  const { user, onSubmit } = renderForm(own);
  await user.upload(screen.getByLabelText("Add photos"), createPhoto("a.jpg"));
  expect(await screen.findByRole("img", { name: "Photo 2" })).toHaveAttribute("src", "/5.jpg");
  expect(calls.map(({ url }) => url)).toEqual(["/en-US/profile/photos"]);
  await user.click(screen.getByRole("button", { name: "Remove photo 1" }));
  await user.click(getSubmit());
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ photos: "5" });
});

it.each([
  ["the connection is lost", connectionError, "The photo could not be uploaded. Check your connection and try again."],
  ["the server refuses it", { message: "This is not a photo" }, "This is not a photo"],
])("says so if a photo is not uploaded because %s", async (_name, response, message) => {
  stubFetch(() => response);
  const { user } = renderForm(null);
  await user.upload(screen.getByLabelText("Add photos"), createPhoto("a.jpg"));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.queryByRole("img")).not.toBeInTheDocument();
});

it("takes four photos at most", async () => {
  let id = 10;
  stubFetch(() => ({ photo: { id: id++, src: "/photo.jpg" } }));
  const { user } = renderForm(own);
  const photos = ["a", "b", "c", "d"].map((name) => createPhoto(`${name}.jpg`));
  await user.upload(screen.getByLabelText("Add photos"), photos);
  await waitFor(() => expect(screen.getAllByRole("img")).toHaveLength(4));
  expect(screen.getByText("You can add up to 4 photos")).toBeVisible();
});
