import { describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createCommandRunner } from "../../../test/run-command.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { setUpJobQueues } from "../../platform/jobs/job-queue.ts";
import { createEmailJob } from "../../platform/mail/mailer.ts";
import { commands } from "../commands.ts";
import { createQuestion, createReview } from "../fixtures.ts";
import { emails } from "./emails.ts";

const shop = await openTestShop();
const { db } = shop;
await setUpJobQueues(db, [createEmailJob(emails)]);
const listMails = () => db.selectFrom("emails").selectAll().orderBy("id").execute();
const listNotifications = async (token: string) =>
  (await shop.request("GET", "/v1/user/notification", { token })).body.data.items;
const runCommand = createCommandRunner(shop, commands);
const publish = (id: number) => runCommand("reviews publish", { ID: String(id) });

describe("a published review", () => {
  it("notifies its author once, by a site notification and an email in their language", async () => {
    const { id: productId, slug } = await createProduct(db, { name: "Крем & <лосьон>" });
    const { id, author } = await createReview(db, { productId, status: "pending", locale: "en-US" });
    expect(await runCommand("reviews publish", { ID: String(id) })).toMatchObject({ data: { id, changed: true } });
    expect(await runCommand("reviews publish", { ID: String(id) })).toMatchObject({ data: { changed: false } });
    expect(await listNotifications(author.token)).toMatchObject([
      {
        title: "Your review is published",
        message: "Your review of “Крем &amp; &lt;лосьон&gt; en” is now public. Thank you for sharing it.",
        actions: [{ name: "See the review", href: `/en-US/${slug}#reviews` }],
      },
    ]);
    const [mail, ...otherMails] = await listMails();
    expect([mail?.recipient, mail?.locale, otherMails]).toEqual([author.email, "en-US", []]);
    const email = await emails.moderation_result(shop.app, {
      storeName: "Leaf",
      recipient: author.email,
      locale: "en-US",
      params: mail?.params as Record<string, unknown>,
    });
    expect(email?.text).toContain("“Крем & <лосьон> en”");
    expect(email?.html).toContain("Крем &amp; &lt;лосьон&gt; en");
    expect(email?.text).toContain(`http://shop.test/en-US/${slug}#reviews`);
  });

  it("shows the shop's answer, and notifies its author if the answer is added later", async () => {
    const { id: productId } = await createProduct(db);
    const { id, author } = await createReview(db, { productId, status: "pending" });
    await runCommand("reviews publish", { ID: String(id) }, { answer: "Спасибо" });
    await runCommand("reviews publish", { ID: String(id) }, { answer: "Спасибо, Анна" });
    await runCommand("reviews publish", { ID: String(id) }, { answer: "Спасибо, Анна" });
    expect((await listNotifications(author.token)).map(({ title }) => title).toSorted()).toEqual([
      "Магазин ответил на ваш отзыв",
      "Отзыв опубликован",
    ]);
    const { data } = (await shop.request("GET", `/v1/products/${productId}/reviews`)).body;
    expect(data.items[0]?.shop_answer).toBe("Спасибо, Анна");
  });

  it("notifies nobody if publishing is rolled back", async () => {
    const { id: productId } = await createProduct(db);
    const { id, author } = await createReview(db, { productId, status: "pending" });
    await db.schema.alterTable("emails").renameTo("emails_away").execute();
    try {
      await expect(publish(id)).rejects.toThrow();
    } finally {
      await db.schema.alterTable("emails_away").renameTo("emails").execute();
    }
    expect(await listNotifications(author.token)).toEqual([]);
    const row = await db.selectFrom("reviews").select("status").executeTakeFirst();
    expect(row?.status).toBe("pending");
  });

  it("is a verified purchase if its author paid for the product and kept it", async () => {
    const { id: productId } = await createProduct(db);
    const { id, author } = await createReview(db, { productId, status: "pending" });
    const orderId = await createPaidOrder(author.id, productId);
    const publishAndGetBought = async () => {
      await publish(id);
      const row = await db.selectFrom("reviews").select("is_verified_purchase").executeTakeFirstOrThrow();
      await runCommand("reviews reject", { ID: String(id) }, { reason: "—" });
      return row.is_verified_purchase;
    };

    for (const [status, expected] of [
      ["awaiting_payment", false],
      ["paid", true],
      ["delivered", true],
      ["returned", false],
      ["cancelled", false],
    ] as const) {
      await db.updateTable("orders").set({ status }).where("id", "=", orderId).execute();
      expect([status, await publishAndGetBought()]).toEqual([status, expected]);
    }
  });

  it("keeps rating and histogram consistent while 200 reviews are published concurrently", async () => {
    const { id: productId } = await createProduct(db);
    const authors = await db
      .insertInto("customers")
      .values(
        Array.from({ length: 200 }, (_, index) => ({
          email: `many-${index}@example.test`,
          password_hash: "-",
          name: "М",
          phone: "+79001234567",
          locale: "ru-RU",
        })),
      )
      .returning("id")
      .execute();
    const pending = await db
      .insertInto("reviews")
      .values(
        authors.map(({ id }, index) => ({
          product_id: productId,
          customer_id: id,
          rating: (index % 5) + 1,
          locale: "ru-RU",
          author_name: "М",
        })),
      )
      .returning("id")
      .execute();
    const finished = new AbortController();
    const pollRating = async () => {
      const counts = new Set<number>();
      while (!finished.signal.aborted) {
        const { data } = (await shop.request("GET", `/v1/products/${productId}/reviews?per_page=1`)).body;
        const stars = data.histogram.reduce((sum, one, index) => sum + one * (index + 1), 0);
        const count = data.histogram.reduce((sum, one) => sum + one, 0);
        expect([data.count, data.average]).toEqual([count, count === 0 ? 0 : Math.round((stars * 10) / count) / 10]);
        const { rows } = await shop.pool.query<{ same: boolean }>(
          `select p.rating_sum = coalesce(sum(r.rating), 0) and p.reviews_count = count(r.id) as same
           from products p left join reviews r on r.product_id = p.id and r.status = 'published'
           where p.id = $1 group by p.id`,
          [productId],
        );
        expect(rows[0]?.same).toBe(true);
        counts.add(count);
      }
      return counts.size;
    };
    const polling = pollRating();
    // Fewer than the pool's connections, so that no request has to wait for one.
    const queue = pending.values();
    const publishing = Array.from({ length: 12 }, async () => {
      for (const { id } of queue) await publish(id);
    });
    await Promise.all(publishing);
    finished.abort();
    expect(await polling).toBeGreaterThan(2);
    const { data } = (await shop.request("GET", `/v1/products/${productId}`)).body;
    expect([data.reviews_count, data.rating]).toEqual([200, 3]);
    expect(await listMails()).toHaveLength(200);
  });
});

describe("operator commands", () => {
  it("list pending reviews, reject a review with a reason, and refuse invalid input", async () => {
    const { id: productId } = await createProduct(db);
    const { id, author } = await createReview(db, { productId, status: "pending", text: "Одна\u001b[31m\nстрока" });
    const { lines } = await runCommand("reviews list");
    expect(lines.join("\n")).toContain("Одна [31m строка");
    expect((await runCommand("questions list")).lines).toEqual(["No pending questions."]);
    await runCommand("reviews reject", { ID: String(id) }, { reason: "Уберите телефон" });
    expect(await listNotifications(author.token)).toMatchObject([
      { title: "Отзыв нужно исправить", actions: [{ href: "/profile/reviews" }] },
    ]);
    await expect(runCommand("reviews list", {}, { status: "loud" })).rejects.toThrow('--status is "loud"');
    await expect(runCommand("reviews reject", { ID: String(id) })).rejects.toThrow("--reason is missing");
    await expect(runCommand("reviews publish", { ID: "first" })).rejects.toThrow('ID is "first"');
    await expect(runCommand("reviews publish", { ID: "99999" })).rejects.toThrow("review_not_found");
    await expect(runCommand("questions publish", { ID: "99999" })).rejects.toThrow("question_not_found");
    await expect(runCommand("questions answer", { ID: "1", TEXT: " " })).rejects.toThrow("TEXT is empty");
  });

  it("answer and publish a question; an email is sent only if the author wants one", async () => {
    const { id: productId } = await createProduct(db);
    const withNotification = await createQuestion(db, { productId, status: "pending" });
    const withoutNotification = await createQuestion(db, { productId, status: "pending", notify: false });
    await runCommand("questions answer", { ID: String(withNotification.id), TEXT: "Да, <b>подойдёт</b>" });
    expect(
      await runCommand("questions answer", { ID: String(withNotification.id), TEXT: "Да, <b>подойдёт</b>" }),
    ).toMatchObject({
      data: { changed: false },
    });
    await runCommand("questions publish", { ID: String(withoutNotification.id) });
    const [notification] = await listNotifications(withNotification.author.token);
    expect(notification?.message).toContain("&lt;b&gt;подойдёт&lt;/b&gt;");
    expect((await listNotifications(withoutNotification.author.token)).map(({ title }) => title)).toEqual([
      "Вопрос опубликован",
    ]);
    expect((await listMails()).map(({ recipient }) => recipient)).toEqual([withNotification.author.email]);
    await runCommand("questions reject", { ID: String(withoutNotification.id) }, { reason: "Уже есть ответ" });
    const { data } = (await shop.request("GET", `/v1/products/${productId}/questions`)).body;
    expect(data.items.map(({ answer }) => answer)).toEqual(["Да, <b>подойдёт</b>"]);
  });

  it("notify once even if two operators answer at the same time", async () => {
    const { id: productId } = await createProduct(db);
    const { id, author } = await createQuestion(db, { productId, status: "pending" });
    const results = await Promise.all(
      Array.from({ length: 6 }, () => runCommand("questions answer", { ID: String(id), TEXT: "Да" })),
    );
    expect(results.filter(({ data }) => (data as { changed: boolean }).changed)).toHaveLength(1);
    expect(await listNotifications(author.token)).toHaveLength(1);
    expect(await listMails()).toHaveLength(1);
  });
});

/** Creates a paid order of one piece of a product. Returns its id. */
async function createPaidOrder(customerId: number, productId: number): Promise<number> {
  const { id: method } = await db.selectFrom("shipping_methods").select("id").executeTakeFirstOrThrow();
  await db
    .insertInto("orders")
    .values({
      id: 100_000_001,
      customer_id: customerId,
      status: "paid",
      locale: "ru-RU",
      currency: "RUB",
      rub_per_unit: 1,
      products_minor: 1000_00,
      delivery_minor: 0,
      total_minor: 1000_00,
      products_rub_minor: 1000_00,
      address: "{}",
      shipping_method_id: method,
      shipping_name: "—",
      payment_method: "card",
      weight_g: 200,
      pay_until: new Date(),
    })
    .execute();
  await db
    .insertInto("order_lines")
    .values({
      order_id: 100_000_001,
      line: 1,
      product_id: productId,
      option_id: 0,
      reference: "R",
      name: "—",
      qty: 1,
      price_minor: 1000_00,
      total_minor: 1000_00,
      weight_g: 200,
    })
    .execute();
  return 100_000_001;
}
