// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage } from "../../../test/render-page.tsx";
import type { ImageKey } from "../../media/image-sources.ts";
import { Gallery } from "./gallery.tsx";

const WIDTH = 400;
const images = ["a", "b", "c"].map((key) => ({ key, width: 800, height: 1000 })) as unknown as ImageKey[];

const renderGallery = (count = 3) =>
  renderPage(
    <Gallery images={images.slice(0, count)} name="Rice toner" discount="−20%">
      {null}
    </Gallery>,
  );

const getStrip = () => screen.getAllByRole("list", { name: "Product photos" })[0]!;
const findZoom = () => screen.findByRole("dialog", { name: "Enlarge the photo" });

/** Scrolls a strip of images as the browser does, since jsdom has no layout. */
function scrollTo(strip: HTMLElement, index: number): void {
  Object.defineProperty(strip, "clientWidth", { value: WIDTH, configurable: true });
  strip.scrollLeft = index * WIDTH;
  fireEvent.scroll(strip);
}

it("marks the thumbnail of the image that is shown", () => {
  renderGallery();
  expect(screen.getByRole("link", { name: "Photo 1" })).toHaveAttribute("aria-current", "true");
  scrollTo(getStrip(), 2);
  expect(screen.getByRole("link", { name: "Photo 3" })).toHaveAttribute("aria-current", "true");
  expect(screen.getByRole("link", { name: "Photo 1" })).not.toHaveAttribute("aria-current");
});

it("shows one image without thumbnails", () => {
  renderGallery(1);
  expect(screen.getByRole("img", { name: "Rice toner" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Photo 1" })).not.toBeInTheDocument();
});

it("opens the image in full screen, moves through all of them and closes", async () => {
  const { user } = renderGallery();
  await user.click(screen.getAllByRole("link")[0]!);
  const zoom = within(await findZoom());
  expect(zoom.getByRole("status")).toHaveTextContent("1 / 3");
  expect(zoom.getByRole("button", { name: "Previous photo" })).toBeDisabled();
  scrollTo(zoom.getByRole("list"), 2);
  expect(zoom.getByRole("status")).toHaveTextContent("3 / 3");
  expect(zoom.getByRole("button", { name: "Next photo" })).toBeDisabled();
  await user.click(zoom.getByRole("button", { name: "Close the photo" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

it("enlarges an image, and the arrow keys then scroll it instead of changing it", async () => {
  const { user } = renderGallery();
  await user.click(screen.getAllByRole("link")[0]!);
  const zoom = within(await findZoom());
  const strip = zoom.getByRole("list");
  const positions: number[] = [];
  strip.scrollTo = ((options: ScrollToOptions) => positions.push(options.left ?? 0)) as typeof strip.scrollTo;
  Object.defineProperty(strip, "clientWidth", { value: WIDTH, configurable: true });
  await user.keyboard("{ArrowRight}");
  expect(positions).toEqual([WIDTH]);
  await user.click(zoom.getAllByRole("button", { name: "Enlarge" })[0]!);
  await user.keyboard("{ArrowRight}");
  expect(positions).toEqual([WIDTH]);
  await user.click(zoom.getAllByRole("button", { name: "Make smaller" })[0]!);
  await user.keyboard("{ArrowRight}");
  expect(positions).toEqual([WIDTH, WIDTH]);
});
