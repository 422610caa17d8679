import { expect, test } from "./fixtures.ts";

test("the API documentation loads only files of the store", async ({ page }) => {
  const requestedUrls: string[] = [];
  page.on("request", (request) => void requestedUrls.push(request.url()));
  await page.goto("/v1/docs");
  await expect(page.getByRole("heading", { name: /^Shop API/ })).toBeVisible();
  await page.getByRole("heading", { name: /^home/ }).click();
  await page
    .getByRole("button", { name: /\/v1\/home/ })
    .first()
    .click();
  await expect(page.getByText("Responses", { exact: true }).first()).toBeVisible();
  const origin = new URL(page.url()).origin;
  expect(requestedUrls.filter((url) => !url.startsWith(origin) && !url.startsWith("data:"))).toEqual([]);
});
