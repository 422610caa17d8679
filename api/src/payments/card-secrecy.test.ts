import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { validCard, openPaymentTestShop } from "../../test/payment-shop.ts";
import { buildGateway } from "../../../sandbox-gateway/src/app.ts";
import { createUnpaidOrder } from "./fixtures.ts";
import { reconcilePayments } from "./jobs.ts";

const cardNumbers = [
  "4242 4242 4242 4242",
  "4000 0000 0000 0002",
  "4000 0000 0000 3220",
  "4000 0000 0000 0341",
  "4000 0000 0000 0259",
  "4000 0000 0000 0119",
  "4111 1111 1111 1111",
];
const logged: unknown[] = [];
const shop = await openPaymentTestShop((line) => logged.push(line));

beforeEach(() => {
  logged.length = 0;
});

/** Returns every row of every table of shop, gateway and queue as text. */
async function dumpAllTables(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'sandbox_gateway', 'pgboss')`.execute(shop.db);
  expect(tables.length).toBeGreaterThan(50);
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ all: string | null }>`
        select string_agg(t::text, ' ') as all from ${sql.raw(name)} t`.execute(shop.db);
      return rows[0]?.all ?? "";
    }),
  );
  return texts.join("\n");
}

it("stores no card number in any table or log, whatever the result of the payment", async () => {
  for (const number of cardNumbers) {
    const { paymentId } = await createUnpaidOrder(shop.db);
    const { body } = await shop.confirmPayment(paymentId, await shop.createCardToken({ ...validCard, number }));
    if (body.data?.action.url?.includes("challenge")) await shop.answerChallenge(body.data.action.url, "confirm");
    await shop.settlePayments();
  }
  // Error cases: invalid fields, malformed JSON, and card numbers sent to the wrong endpoints.
  const gateway = buildGateway(shop.gateway);
  const postToken = (body: string) =>
    gateway.request("/tokens", { method: "POST", headers: { "content-type": "application/json" }, body });
  for (const number of cardNumbers) {
    const invalid = await postToken(JSON.stringify({ ...validCard, number, expiry: "01/20" }));
    const malformed = await postToken(`{"number":"${number}","cvc":"123"`);
    for (const response of [invalid, malformed]) expect(await response.text()).not.toContain(number);
    const { paymentId } = await createUnpaidOrder(shop.db);
    await shop.request("GET", `/v1/payments/${number.replaceAll(" ", "")}`);
    await shop.confirmPayment(paymentId, "tok_unknown");
    await shop.deliverWebhook({ raw: JSON.stringify({ number }), headers: {} });
  }
  shop.network.interceptGatewayCall = () => Promise.reject(new TypeError("fetch failed"));
  const { paymentId } = await createUnpaidOrder(shop.db);
  await shop.confirmPayment(paymentId, await shop.createCardToken({ ...validCard }));
  shop.network.interceptGatewayCall = (request, pass) => pass(request);
  shop.clock.advance(60_000);
  await reconcilePayments(shop.app);

  const output = `${await dumpAllTables()}\n${JSON.stringify(logged)}`;
  expect(logged.length).toBeGreaterThan(0);
  for (const number of cardNumbers) {
    expect(output).not.toContain(number);
    expect(output).not.toContain(number.replaceAll(" ", ""));
  }
  shop.errors.length = 0;
});
