// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Me } from "@furoshiki/api/admin/staff";
import { MeContext } from "../staff/me.tsx";
import { renderPage } from "../../test/render-page.tsx";
import type { ModeratedItem, ModerationData } from "./moderation.ts";
import { ReviewsView } from "./reviews-view.tsx";

const review: ModeratedItem = {
  ...{ kind: "review", id: 12, status: "pending", locale: "ru-RU", rating: 2, is_verified_purchase: true },
  text: "Вылечил кожу. Пишите мне @m_example, пришлю видео.",
  contact_data: [{ kind: "username", start: 25, end: 35 }],
  medical_claims: [{ start: 0, end: 7 }],
  author: "М. К••••",
  ...{ created_at: "2026-11-20T05:40:00.000Z", published_at: null, answered_at: null, reject_reason: "" },
  product: { id: 1, name: "Lotion", reference: "SRT-LTN-180", image: null },
  purchase: { order_id: 640_118_392, status: "delivered", delivered_at: "2026-11-03T09:00:00.000Z" },
  ...{ other_accounts: 2, earlier: { pending: 0, published: 1, rejected: 1 }, shop_answer: "", photos: [] },
};
const { rating: _rating, is_verified_purchase: _mark, shop_answer: _answer, photos: _photos, ...content } = review;
const question: ModeratedItem = {
  ...{ ...content, kind: "question", id: 7, text: "Подойдёт ли при беременности?", is_public: false, answer: "" },
  ...{ contact_data: [], medical_claims: [], purchase: null, other_accounts: 0 },
  earlier: { pending: 0, published: 0, rejected: 0 },
};
const views = [
  { key: "pending" as const, count: 12, is_exact: true },
  { key: "published" as const, count: 10_000, is_exact: false },
  { key: "rejected" as const, count: 3, is_exact: true },
];
const data: ModerationData = {
  ...{ view: "pending", kind: "review", items: [review, { ...review, id: 13, text: "" }], item: review, next: null },
  counts: { review: views, question: views },
  languages: [{ locale: "ru-RU", count: 9, is_exact: true }],
  oldestPendingAt: "2026-11-20T05:40:00.000Z",
  similar: [],
  templates: [
    { id: 1, kind: "review", locale: "ru-RU", title: "Спасибо", body: "Спасибо за отзыв.", version: 1 },
    { id: 2, kind: "review", locale: "en-US", title: "Thanks", body: "Thank you.", version: 1 },
    { id: 3, kind: "reason", locale: "ru-RU", title: "Контакты", body: "Уберите контакты.", version: 1 },
  ],
  savedViews: [],
  now: "2026-11-20T10:45:00.000Z",
};
const me = { permissions: ["orders:read", "reviews:moderate"] } as unknown as Me;
const render = (changes: Partial<ModerationData & { result: { id: number; intent: string; message: string } }> = {}) =>
  renderPage(
    <MeContext value={me}>
      <ReviewsView result={undefined} {...data} {...changes} />
    </MeContext>,
    { url: "/reviews?locale=ru-RU" },
  );
const article = () => within(screen.getByRole("article"));
const answer = () => article().getByRole("textbox", { name: "Answer of the store" });

it("shows the evidence and highlights contact data and medical claims", () => {
  render();
  expect(article().getByText("@m_example")).toHaveAttribute("title", "Contact data is not published");
  expect(article().getByText("Вылечил")).toHaveAttribute("title", "Cosmetics must not be described as a treatment");
  const evidence = within(article().getByRole("list", { name: "What is known about the author and the text" }));
  expect(evidence.getByRole("link", { name: /^Purchased, delivered 3\sNov$/ })).toHaveAttribute(
    "href",
    "/orders/640118392",
  );
  expect(evidence.getByText("2 other accounts at the address")).toBeInTheDocument();
  expect(evidence.getByText("1 rejected before")).toBeInTheDocument();
  expect(screen.getByText(/^Waiting longest: 5\shr$/)).toBeInTheDocument();
});

it("keeps the language in the links to views and items", () => {
  render();
  const tabs = within(screen.getByRole("navigation", { name: "Views" }));
  expect(tabs.getByRole("link", { current: "page" })).toHaveTextContent("Pending12");
  expect(tabs.getByRole("link", { name: /^Published/ })).toHaveTextContent("10,000+");
  expect(tabs.getByRole("link", { name: /^Questions/ })).toHaveAttribute(
    "href",
    "/reviews?locale=ru-RU&view=questions",
  );
  const queue = within(screen.getByRole("navigation", { name: "Queue" }));
  expect(queue.getByRole("link", { name: /No text/ })).toHaveAttribute("href", "/reviews?locale=ru-RU&item=13");
});

it("inserts saved replies in the language of the text", async () => {
  const { user } = render();
  expect(screen.queryByText("Thanks")).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Спасибо/, hidden: true }));
  expect(answer()).toHaveValue("Спасибо за отзыв.");
});

it("asks for a reason with e and r, but not while a reply is typed", async () => {
  const { user } = render();
  await user.type(answer(), "er");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(article().getByRole("heading", { level: 2 }));
  await user.keyboard("r");
  const dialog = within(screen.getByRole("dialog", { name: "Why the text is not published" }));
  expect(dialog.getByRole("textbox")).toHaveFocus();
  await user.click(dialog.getByRole("button", { name: "Контакты" }));
  expect(dialog.getByRole("textbox")).toHaveValue("Уберите контакты.");
});

it("shows why a decision was refused", () => {
  const message = "A decision has been made already. Reload the page.";
  render({ result: { id: 12, intent: "publish", message } });
  expect(article().getByRole("alert")).toHaveTextContent(message);
});

it("reuses the answer to a similar question", async () => {
  const similar = [{ id: 5, text: "Можно ли беременным?", answer: "Да, в составе нет ретинола.", product: null }];
  const { user } = render({ view: "questions", kind: "question", items: [question], item: question, similar });
  expect(article().getByText(/name not shown in the store/)).toBeInTheDocument();
  await user.keyboard("a");
  expect(answer()).toHaveFocus();
  await user.click(article().getByRole("button", { name: "Use the answer to “Можно ли беременным?”" }));
  expect(answer()).toHaveValue("Да, в составе нет ретинола.");
});

it("says that everything is moderated", () => {
  render({ items: [], item: null });
  expect(screen.getByRole("heading", { name: "Nothing here" })).toBeInTheDocument();
});
