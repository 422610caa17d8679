import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import type { CommandContext } from "../platform/commands.ts";
import { prepareJobs } from "../platform/jobs.ts";
import { mailJob } from "../platform/mail.ts";
import { commands } from "./commands.ts";
import { aQuestion, aReview } from "./fixtures.ts";
import { letters } from "./letters.ts";
import { answerQuestion, publishReview, rejectReview } from "./moderation.ts";

const shop = await openTestShop();
const { db } = shop;
await prepareJobs(db, [mailJob(letters)]);
const mails = () => db.selectFrom("mails").selectAll().orderBy("id").execute();
const bell = async (token: string) => (await shop.ask("GET", "/v1/user/notification", { token })).body.data.items;
const run = (name: string, given: CommandContext["given"] = {}, options: CommandContext["options"] = {}) => {
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const { house, pool } = shop;
  return command.run({ house, pool, given, options, progress: () => undefined, signal: new AbortController().signal });
};

describe("a published review", () => {
  it("is told to its author once, in the bell and by a letter in his language", async () => {
    const { id: productId, slug } = await aProduct(db, { name: "Крем & <лосьон>" });
    const { id, author } = await aReview(db, { productId, status: "pending", locale: "en-US" });
    expect(await run("reviews publish", { ID: String(id) })).toMatchObject({ data: { id, changed: true } });
    expect(await run("reviews publish", { ID: String(id) })).toMatchObject({ data: { changed: false } });
    expect(await bell(author.token)).toMatchObject([
      {
        title: "Your review is published",
        message: "Everybody can now read your review of “Крем &amp; &lt;лосьон&gt; en”. Thank you for sharing it.",
        actions: [{ name: "See the review", href: `/en-US/${slug}#reviews` }],
      },
    ]);
    const [mail, ...more] = await mails();
    expect([mail?.recipient, mail?.locale, more]).toEqual([author.email, "en-US", []]);
    const letter = await letters.opinion(shop.house, {
      shop: "Leaf",
      recipient: author.email,
      locale: "en-US",
      params: mail?.params as Record<string, unknown>,
    });
    expect(letter?.text).toContain("“Крем & <лосьон> en”");
    expect(letter?.html).toContain("Крем &amp; &lt;лосьон&gt; en");
    expect(letter?.text).toContain(`http://shop.test/en-US/${slug}#reviews`);
  });

  it("carries the shop's answer, of which its author is told when it comes later", async () => {
    const { id: productId } = await aProduct(db);
    const { id, author } = await aReview(db, { productId, status: "pending" });
    await run("reviews publish", { ID: String(id) }, { answer: "Спасибо" });
    await run("reviews publish", { ID: String(id) }, { answer: "Спасибо, Анна" });
    await run("reviews publish", { ID: String(id) }, { answer: "Спасибо, Анна" });
    expect((await bell(author.token)).map(({ title }) => title).toSorted()).toEqual([
      "Магазин ответил на ваш отзыв",
      "Отзыв опубликован",
    ]);
    const { data } = (await shop.ask("GET", `/v1/products/${productId}/reviews`)).body;
    expect(data.items[0]?.shop_answer).toBe("Спасибо, Анна");
  });

  it("tells nobody when publishing is undone", async () => {
    const { id: productId } = await aProduct(db);
    const { id, author } = await aReview(db, { productId, status: "pending" });
    await db.schema.alterTable("mails").renameTo("mails_away").execute();
    try {
      await expect(publishReview(shop.house, id)).rejects.toThrow();
    } finally {
      await db.schema.alterTable("mails_away").renameTo("mails").execute();
    }
    expect(await bell(author.token)).toEqual([]);
    const row = await db.selectFrom("reviews").select("status").executeTakeFirst();
    expect(row?.status).toBe("pending");
  });

  it("counts as bought here when its author paid and kept it", async () => {
    const { id: productId } = await aProduct(db);
    const { id, author } = await aReview(db, { productId, status: "pending" });
    const { order, line } = await anOrderOf(author.id, productId);
    const bought = async () => {
      await publishReview(shop.house, id);
      const row = await db.selectFrom("reviews").select("bought").executeTakeFirstOrThrow();
      await rejectReview(shop.house, id, "—");
      return row.bought;
    };
    expect(line).toBe(1);
    for (const [status, expected] of [
      ["awaiting_payment", false],
      ["paid", true],
      ["delivered", true],
      ["returned", false],
      ["cancelled", false],
    ] as const) {
      await db.updateTable("orders").set({ status }).where("id", "=", order).execute();
      expect([status, await bought()]).toEqual([status, expected]);
    }
  });

  it("leaves rating and histogram agreeing at every moment, two hundred of them, a dozen at once", async () => {
    const { id: productId } = await aProduct(db);
    const authors = await db
      .insertInto("customers")
      .values(
        Array.from({ length: 200 }, (_, n) => ({
          email: `many-${n}@example.test`,
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
        authors.map(({ id }, n) => ({
          product_id: productId,
          customer_id: id,
          rating: (n % 5) + 1,
          locale: "ru-RU",
          author_name: "М",
        })),
      )
      .returning("id")
      .execute();
    const ended = new AbortController();
    const read = async () => {
      const seen = new Set<number>();
      while (!ended.signal.aborted) {
        const { data } = (await shop.ask("GET", `/v1/products/${productId}/reviews?per_page=1`)).body;
        const stars = data.histogram.reduce((sum, one, at) => sum + one * (at + 1), 0);
        const count = data.histogram.reduce((sum, one) => sum + one, 0);
        expect([data.count, data.average]).toEqual([count, count === 0 ? 0 : Math.round((stars * 10) / count) / 10]);
        const { rows } = await shop.pool.query<{ same: boolean }>(
          `select p.rating_sum = coalesce(sum(r.rating), 0) and p.reviews_count = count(r.id) as same
           from products p left join reviews r on r.product_id = p.id and r.status = 'published'
           where p.id = $1 group by p.id`,
          [productId],
        );
        expect(rows[0]?.same).toBe(true);
        seen.add(count);
      }
      return seen.size;
    };
    const reading = read();
    // Fewer than the pool has connections: none may have to wait for one longer than a pool allows.
    const queue = pending.values();
    const publishing = Array.from({ length: 12 }, async () => {
      for (const { id } of queue) await publishReview(shop.house, id);
    });
    await Promise.all(publishing);
    ended.abort();
    expect(await reading).toBeGreaterThan(2);
    const { data } = (await shop.ask("GET", `/v1/products/${productId}`)).body;
    expect([data.reviews_count, data.rating]).toEqual([200, 3]);
    expect(await mails()).toHaveLength(200);
  });
});

describe("the operator", () => {
  it("lists what waits, rejects with a reason and learns of bad input", async () => {
    const { id: productId } = await aProduct(db);
    const { id, author } = await aReview(db, { productId, status: "pending", text: "Одна\u001b[31m\nстрока" });
    const { lines } = await run("reviews list");
    expect(lines.join("\n")).toContain("Одна [31m строка");
    expect((await run("questions list")).lines).toEqual(["No pending questions."]);
    await run("reviews reject", { ID: String(id) }, { reason: "Уберите телефон" });
    expect(await bell(author.token)).toMatchObject([
      { title: "Отзыв нужно исправить", actions: [{ href: "/profile/reviews" }] },
    ]);
    await expect(run("reviews list", {}, { status: "loud" })).rejects.toThrow('--status is "loud"');
    await expect(run("reviews reject", { ID: String(id) })).rejects.toThrow("--reason is missing");
    await expect(run("reviews publish", { ID: "first" })).rejects.toThrow('ID is "first"');
    await expect(run("reviews publish", { ID: "99999" })).rejects.toThrow("review_not_found");
    await expect(run("questions publish", { ID: "99999" })).rejects.toThrow("question_not_found");
    await expect(run("questions answer", { ID: "1", TEXT: " " })).rejects.toThrow("TEXT is empty");
  });

  it("answers a question, which publishes it; a letter goes to who wanted one", async () => {
    const { id: productId } = await aProduct(db);
    const waiting = await aQuestion(db, { productId, status: "pending" });
    const quiet = await aQuestion(db, { productId, status: "pending", notify: false });
    await run("questions answer", { ID: String(waiting.id), TEXT: "Да, <b>подойдёт</b>" });
    expect(await run("questions answer", { ID: String(waiting.id), TEXT: "Да, <b>подойдёт</b>" })).toMatchObject({
      data: { changed: false },
    });
    await run("questions publish", { ID: String(quiet.id) });
    const [told] = await bell(waiting.author.token);
    expect(told?.message).toContain("&lt;b&gt;подойдёт&lt;/b&gt;");
    expect((await bell(quiet.author.token)).map(({ title }) => title)).toEqual(["Вопрос опубликован"]);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([waiting.author.email]);
    await run("questions reject", { ID: String(quiet.id) }, { reason: "Уже есть ответ" });
    const { data } = (await shop.ask("GET", `/v1/products/${productId}/questions`)).body;
    expect(data.items.map(({ answer }) => answer)).toEqual(["Да, <b>подойдёт</b>"]);
  });

  it("cannot tell twice what two of them do at once", async () => {
    const { id: productId } = await aProduct(db);
    const { id, author } = await aQuestion(db, { productId, status: "pending" });
    const both = await Promise.all(Array.from({ length: 6 }, () => answerQuestion(shop.house, id, "Да")));
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await bell(author.token)).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });
});

async function anOrderOf(customerId: number, productId: number): Promise<{ order: number; line: number }> {
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
  return { order: 100_000_001, line: 1 };
}
