import { createTestCustomer, type TestCustomer } from "../account/fixtures.ts";
import type { Db } from "../platform/db/database.ts";
import type { ContentStatus } from "./schema.ts";

type ReviewOptions = {
  productId: number;
  rating?: number;
  text?: string;
  status?: ContentStatus;
  author?: TestCustomer;
  locale?: "ru-RU" | "en-US";
  helpful?: number;
  publishedAt?: Date;
};

/** Creates a review, by a new customer and published by default. */
export async function createReview(db: Db, options: ReviewOptions): Promise<{ id: number; author: TestCustomer }> {
  const author = options.author ?? (await createTestCustomer(db));
  const status = options.status ?? "published";
  const { id } = await db
    .insertInto("reviews")
    .values({
      product_id: options.productId,
      customer_id: author.id,
      rating: options.rating ?? 5,
      text: options.text ?? "Хорошо",
      locale: options.locale ?? "ru-RU",
      author_name: "Анна К.",
      status,
      helpful_count: options.helpful ?? 0,
      published_at: status === "published" ? (options.publishedAt ?? new Date("2026-01-01T00:00:00Z")) : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, author };
}

type QuestionOptions = {
  productId: number;
  text?: string;
  answer?: string;
  status?: ContentStatus;
  isPublic?: boolean;
  notify?: boolean;
  author?: TestCustomer;
};

/** Creates a question, by a new customer, published and unanswered by default. */
export async function createQuestion(db: Db, options: QuestionOptions): Promise<{ id: number; author: TestCustomer }> {
  const author = options.author ?? (await createTestCustomer(db));
  const status = options.status ?? "published";
  const { id } = await db
    .insertInto("questions")
    .values({
      product_id: options.productId,
      customer_id: author.id,
      text: options.text ?? "Подойдёт ли для сухой кожи?",
      is_public: options.isPublic ?? true,
      notify: options.notify ?? true,
      locale: "ru-RU",
      author_name: "Анна К.",
      answer: options.answer ?? "",
      status,
      published_at: status === "published" ? new Date("2026-01-01T00:00:00Z") : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, author };
}
