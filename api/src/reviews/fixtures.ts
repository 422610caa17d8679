import { aCustomer, type ACustomer } from "../account/fixtures.ts";
import type { Db } from "../platform/db.ts";
import type { OpinionStatus } from "./schema.ts";

type ReviewWish = {
  productId: number;
  rating?: number;
  text?: string;
  status?: OpinionStatus;
  author?: ACustomer;
  locale?: "ru-RU" | "en-US";
  helpful?: number;
  publishedAt?: Date;
};

/** A review by somebody new, published unless wished otherwise. */
export async function aReview(db: Db, wish: ReviewWish): Promise<{ id: number; author: ACustomer }> {
  const author = wish.author ?? (await aCustomer(db));
  const status = wish.status ?? "published";
  const { id } = await db
    .insertInto("reviews")
    .values({
      product_id: wish.productId,
      customer_id: author.id,
      rating: wish.rating ?? 5,
      text: wish.text ?? "Хорошо",
      locale: wish.locale ?? "ru-RU",
      author_name: "Анна К.",
      status,
      helpful: wish.helpful ?? 0,
      published_at: status === "published" ? (wish.publishedAt ?? new Date("2026-01-01T00:00:00Z")) : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, author };
}

type QuestionWish = {
  productId: number;
  text?: string;
  answer?: string;
  status?: OpinionStatus;
  isPublic?: boolean;
  notify?: boolean;
  author?: ACustomer;
};

/** A question by somebody new, published and unanswered unless wished otherwise. */
export async function aQuestion(db: Db, wish: QuestionWish): Promise<{ id: number; author: ACustomer }> {
  const author = wish.author ?? (await aCustomer(db));
  const status = wish.status ?? "published";
  const { id } = await db
    .insertInto("questions")
    .values({
      product_id: wish.productId,
      customer_id: author.id,
      text: wish.text ?? "Подойдёт ли для сухой кожи?",
      is_public: wish.isPublic ?? true,
      notify: wish.notify ?? true,
      locale: "ru-RU",
      author_name: "Анна К.",
      answer: wish.answer ?? "",
      status,
      published_at: status === "published" ? new Date("2026-01-01T00:00:00Z") : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, author };
}
