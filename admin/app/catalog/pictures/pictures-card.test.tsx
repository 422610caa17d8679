// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { ProductDetail } from "@furoshiki/api/admin/catalog-admin/editor";
import { renderPage } from "../../../test/render-page.tsx";
import { ProductFormContext } from "../product-fields.tsx";
import { PicturesCard } from "./pictures-card.tsx";

const product = {
  pictures: [],
  variants: [
    { option_id: 7, fields: { name_ru: "Слоновая кость", name_en: "Ivory" } },
    { option_id: 8, fields: { name_ru: "Сакура", name_en: "Sakura" } },
  ],
} as unknown as ProductDetail;
const context = { initial: { pictures: "aaa bbb:7" }, errors: {}, conflicts: [], isReadOnly: false };

function renderCard(isReadOnly = false) {
  const { user } = renderPage(
    <form aria-label="Product">
      <ProductFormContext value={{ ...context, isReadOnly }}>
        <PicturesCard product={product} />
      </ProductFormContext>
    </form>,
  );
  const form = screen.getByRole<HTMLFormElement>("form");
  return { user, getValue: () => new FormData(form).get("pictures") };
}

/** Replaces the requests of uploads: each is answered when `respond` is called. */
function stubUploads() {
  const requests: EventTarget[] = [];
  class StubRequest extends EventTarget {
    upload = new EventTarget();
    status = 200;
    responseText = "";
    open(): void {}
    setRequestHeader(): void {}
    abort(): void {}
    send(): void {
      requests.push(this);
    }
  }
  vi.stubGlobal("XMLHttpRequest", StubRequest);
  const respond = (status: number, body: object) => {
    const request = requests.at(-1);
    if (!request) throw new Error("nothing was sent");
    Object.assign(request, { status, responseText: JSON.stringify(body) });
    request.dispatchEvent(new Event("load"));
  };
  return { requests, respond };
}
afterEach(() => vi.unstubAllGlobals());

it("orders, assigns and removes pictures in the field of the form", async () => {
  const { user, getValue } = renderCard();
  expect(getValue()).toBe("aaa bbb:7");
  await user.selectOptions(screen.getByRole("combobox", { name: "Picture 2: place" }), "1");
  expect(getValue()).toBe("bbb:7 aaa");
  expect(screen.getByRole("status")).toHaveTextContent("The picture is number 1 of 2 now.");
  await user.selectOptions(screen.getByRole("combobox", { name: "Picture 2: option" }), "Sakura");
  await user.selectOptions(screen.getByRole("combobox", { name: "Picture 1: option" }), "All options");
  expect(getValue()).toBe("bbb aaa:8");
  await user.click(screen.getByRole("button", { name: "Picture 1: remove" }));
  expect(getValue()).toBe("aaa:8");
});

it("orders pictures by dragging them", () => {
  const { getValue } = renderCard();
  const dataTransfer = { types: [], effectAllowed: "" };
  const [first, second] = screen.getAllByRole("img");
  fireEvent.dragStart(first as Element, { dataTransfer });
  fireEvent.dragEnter(second as Element, { dataTransfer });
  fireEvent.drop(second as Element, { dataTransfer });
  expect(getValue()).toBe("bbb:7 aaa");
});

it("uploads files one after the other, and says why one failed", async () => {
  const { requests, respond } = stubUploads();
  const { user, getValue } = renderCard();
  const tooLarge = new File([new Uint8Array(21 * 1024 * 1024)], "large.png", { type: "image/png" });
  const files = [...["one.png", "two.png"].map((name) => new File(["x"], name, { type: "image/png" })), tooLarge];
  await user.upload(screen.getByLabelText("Choose pictures"), files);
  expect(requests).toHaveLength(1);
  const form = screen.getByRole<HTMLFormElement>("form");
  expect(form.checkValidity()).toBe(false);
  respond(200, { data: { result: { key: "ccc", width: 800, height: 1000 } } });
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(getValue()).toBe("aaa bbb:7 ccc");
  respond(422, { message: "This is not a photo." });
  await vi.waitFor(() => expect(form.checkValidity()).toBe(true));
  const failed = (await screen.findByText("two.png")).closest("li") as HTMLElement;
  expect(within(failed).getByRole("alert")).toHaveTextContent("This is not a photo.");
  expect(screen.getByText("Larger than 20 MB.")).toBeVisible();
  await user.click(within(failed).getByRole("button", { name: "Hide" }));
  expect(screen.queryByText("two.png")).toBeNull();
  expect(getValue()).toBe("aaa bbb:7 ccc");
});

it("only shows the pictures to those who may not edit the product", () => {
  renderCard(true);
  expect(screen.getAllByRole("img")).toHaveLength(2);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByLabelText("Choose pictures")).toBeNull();
});
