// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { DeliveryOptions, OrderEditOutcome } from "@furoshiki/api/admin/order-edits";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { buildEditRequest } from "./edit-request.ts";
import { OrderEditView } from "./order-edit-view.tsx";

const line = { product_id: 1, option_id: 0, reference: "SRT-LTN-180", option_name: "", image: null, is_gift: false };
const order = {
  id: 118_940_226,
  currency: "RUB",
  lines: [{ ...line, line: 1, name: "Lotion", quantity: 2, price: 2290, total: 4580 }],
} as unknown as OrderDetail;
const options: DeliveryOptions = {
  method_id: 1,
  pickup_point: null,
  methods: [{ id: 1, name: "EMS", price: 1900, pickup_points: [], needs_pickup_point: false }],
};
const amounts = { products: 4580, discount: 0, loyalty: 0, gift_card: 0, delivery: 1900, gift_cards_purchased: 0 };
const outcome = {
  ...{ edit_id: 1, order_id: order.id, status: "awaiting_payment", currency: "RUB", expires_at: null },
  before: { ...amounts, total: 6480 },
  after: { ...amounts, products: 6870, total: 8770 },
  difference: 2290,
  duty: { before: 210, after: 640, needs_confirmation: true },
  weight_g: { before: 1100, after: 1590 },
  lines: [{ ...line, line: 1, name: "Lotion", quantity_before: 2, quantity: 3, price: 2290, total: 6870 }],
} satisfies OrderEditOutcome;

const getForm = async ({ request }: { request: Request }) => request.formData();

it("previews a changed quantity on the server, with the difference and the duty to confirm", async () => {
  const requests: ReturnType<typeof buildEditRequest>[] = [];
  const { user } = renderPage(<OrderEditView order={order} options={options} result={undefined} />, {
    action: async (args) => {
      requests.push(buildEditRequest(await getForm(args)));
      return { outcome };
    },
  });
  expect(screen.getByRole("button", { name: "Change the order" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "More: Quantity: Lotion" }));
  const save = await screen.findByRole("button", { name: "Send a link for ₽2,290" });
  expect(save).toBeEnabled();
  expect(requests).toEqual([{ lines: [{ line: 1, quantity: 3 }], reason: "" }]);
  const preview = screen.getByRole("region", { name: "What changes" });
  expect(within(preview).getByRole("row", { name: "Total ₽6,480 ₽8,770" })).toBeInTheDocument();
  expect(preview).toHaveTextContent("The duty rises: ₽210 → ₽640");
  expect(preview).toHaveTextContent("Reserved in stock: Lotion — 1");
});

it("shows why an edit is refused, and nothing while the order is unchanged", async () => {
  const answers = [
    { code: "not_enough_stock", message: "There is not enough stock.", errors: {} },
    { code: "order_edit_unchanged", message: "Nothing is changed.", errors: {} },
  ];
  const { user } = renderPage(<OrderEditView order={order} options={options} result={undefined} />, {
    action: () => answers.shift(),
  });
  await user.click(screen.getByRole("button", { name: "Remove: Lotion" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("There is not enough stock.");
  await user.click(screen.getByRole("button", { name: "Put back: Lotion" }));
  expect(await screen.findByText("Nothing is changed yet.")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});
