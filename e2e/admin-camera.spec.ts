import type { Page } from "@playwright/test";
import { addBarcodeDetector, showBarcode } from "./camera.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoStationFaults, getShipment, progress, scan, startPacking } from "./packing.ts";
import { signInAsStaff } from "./staff.ts";

const cameraButton = (page: Page) => page.getByRole("button", { name: /^(Камера|Camera)$/ });
const camera = (page: Page) => page.getByRole("region", { name: /^(Камера|Camera)$/ });

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale, "packer");
});

test("the camera is offered where the browser reads barcodes only", async ({ page }) => {
  await startPacking(page);
  await expect(page.getByRole("button", { name: /^(Ввести код|Enter a code)$/ })).toBeVisible();
  await expect(cameraButton(page)).toBeHidden();
});

test("a barcode that the camera sees is scanned once", async ({ page }) => {
  const countPictures = await addBarcodeDetector(page);
  const order = await startPacking(page);
  const { items } = await getShipment(page, order);
  const barcode = items.find((item) => item.barcode !== null)?.barcode ?? "";
  await showBarcode(page, barcode);
  await cameraButton(page).click();
  await expect(camera(page).getByRole("status")).toContainText(barcode);
  await expect(progress(page)).toHaveAttribute("value", "1");
  await expectNoStationFaults(page);

  const pictures = countPictures();
  await expect.poll(countPictures).toBeGreaterThan(pictures + 3);
  await expect(progress(page), "a code that stays in view counts once").toHaveAttribute("value", "1");
  await expect
    .poll(async () => (await getShipment(page, order)).items.reduce((sum, { packed }) => sum + packed, 0))
    .toBe(1);
  await camera(page)
    .getByRole("button", { name: /^(Выключить камеру|Turn the camera off)$/ })
    .click();
  await expect(camera(page)).toBeHidden();
});

test("without a camera the station says so and goes on with the scanner", async ({ page }) => {
  await addBarcodeDetector(page);
  const order = await startPacking(page);
  await cameraButton(page).click();
  await expect(camera(page).getByRole("alert")).toContainText(/(Камера\sне\sнайдена|There is no camera)/);
  await expectNoStationFaults(page);
  const [item] = (await getShipment(page, order)).items;
  await scan(page, item?.barcode ?? item?.reference ?? "");
  await expect(progress(page)).toHaveAttribute("value", "1");
});
