import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createTestCustomer, type TestCustomer } from "../../account/fixtures.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { setUpJobQueues } from "../../platform/jobs/job-queue.ts";
import { notify } from "../notify.ts";
import { pushCommands } from "./commands.ts";
import { createPushJobs } from "./jobs.ts";
import { getPushKeys } from "./push-keys.ts";
import { isPushServiceUrl } from "./push-services.ts";
import { pushRules, sendPush } from "./send-push.ts";

const shop = await openTestShop();
const { db, app } = shop;
/** The rules of the tests: the push service is a server on this machine. */
const jobs = createPushJobs({ isAllowedUrl: () => true, isAllowedIpAddress: () => true });
await setUpJobQueues(db, jobs);

type ReceivedPush = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** A push service: keeps what it receives, and answers with `status`. */
let server: Server;
let received: ReceivedPush[] = [];
let status = 201;
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(status, { location: "/elsewhere" }).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
});
afterAll(() => server.close());

/** A browser: its keys, and its subscription as it sends it to the store. */
function createBrowser(name: string, origin = "https://fcm.googleapis.com") {
  const ecdh = createECDH("prime256v1");
  const p256dh = ecdh.generateKeys("base64url");
  const auth = randomBytes(16);
  const keys = { p256dh, auth: auth.toString("base64url") };
  return { ecdh, auth, subscription: { endpoint: `${origin}/fcm/send/${name}`, keys } };
}
type Browser = ReturnType<typeof createBrowser>;

/** Decrypts a push as a browser does (RFC 8188, RFC 8291). */
function decryptPush({ ecdh, auth }: Browser, body: Buffer): unknown {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), senderKey]);
  const inputKey = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(senderKey), auth, info, 32));
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync("sha256", inputKey, salt, Buffer.from(`Content-Encoding: ${label}\0`), length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  const record = body.subarray(21 + keyLength);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends with the delimiter 2 and padding.
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
}

let maria: TestCustomer;
beforeEach(async () => {
  received = [];
  status = 201;
  maria = await createTestCustomer(db, { email: "maria@example.test" });
});

const post = (body: unknown, token: string | undefined = maria.token, userAgent = "Mozilla/5.0 (Android) Chrome/140") =>
  shop.request("POST", "/v1/user/push", { body, headers: { "user-agent": userAgent }, ...(token ? { token } : {}) });
const listDevices = async (token = maria.token) =>
  (await shop.request("GET", "/v1/user/push", { token })).body.data.devices;
const listQueued = async (name: string) =>
  (
    await shop.pool.query<{ data: unknown }>("select data from pgboss.job where name = $1 order by created_on", [name])
  ).rows.map(({ data }) => data);
/** Runs the queued jobs of both queues, each once. @returns the errors of the deliveries */
async function runJobs(): Promise<unknown[]> {
  const [fanOut, delivery] = jobs;
  for (const data of await listQueued("notifications.push")) await fanOut!.work(app, data);
  const errors: unknown[] = [];
  for (const data of await listQueued("notifications.deliver_push"))
    await delivery!.work(app, data).catch((error: unknown) => errors.push(error));
  await shop.pool.query("delete from pgboss.job");
  return errors;
}
const notifyMaria = (kind = "order_shipped", dedupKey = kind) =>
  withTransaction(db, (tx) =>
    notify(tx, maria.id, {
      kind,
      title: "Заказ № 143 955 438 отправлен",
      messageHtml: "Посылка <b>в пути</b> &amp; скоро<br>будет у вас.",
      actions: [{ name: "К заказу", href: "/profile/orders/143955438" }],
      dedupKey,
    }),
  );
/** Subscribes a browser and moves its endpoint to the server of this test. */
async function subscribeBrowser(name = "one"): Promise<Browser> {
  const browser = createBrowser(name);
  expect((await post(browser.subscription)).status).toBe(200);
  const { port } = server.address() as AddressInfo;
  await db
    .updateTable("push_subscriptions")
    .set({ endpoint: `http://127.0.0.1:${port}/${name}` })
    .where("endpoint", "=", browser.subscription.endpoint)
    .execute();
  return browser;
}

describe("/v1/user/push", () => {
  it("subscribes a browser once, lists it and ends it", async () => {
    const { subscription } = createBrowser("one");
    const { body } = await post(subscription);
    expect(Buffer.from(body.data.public_key, "base64url")).toHaveLength(65);
    await post(subscription);
    const devices = await listDevices();
    expect(devices).toMatchObject([{ name: "Chrome, Android", created_at: shop.clock.now().toISOString() }]);
    expect(JSON.stringify(devices)).not.toContain("fcm.googleapis.com");
    const path = `/v1/user/push/${devices[0]!.id}` as const;
    const anna = await createTestCustomer(db);
    expect((await shop.request("DELETE", path, { token: anna.token })).body.code).toBe("push_device_not_found");
    expect((await shop.request("DELETE", path, { token: maria.token })).status).toBe(200);
    expect(await listDevices()).toEqual([]);
  });

  it("gives a browser to the customer who subscribes it last, also if two do at once", async () => {
    const anna = await createTestCustomer(db);
    const { subscription } = createBrowser("shared");
    await Promise.all([post(subscription), post(subscription, anna.token)]);
    await post(subscription, anna.token);
    expect([await listDevices(), (await listDevices(anna.token)).length]).toEqual([[], 1]);
  });

  it("keeps the ten newest browsers, and limits how often they change", async () => {
    for (let number = 0; number < 12; number++) {
      shop.clock.advance(1000);
      await post(createBrowser(`b${number}`).subscription);
    }
    expect(await listDevices()).toHaveLength(10);
    for (let number = 12; number < 30; number++) await post(createBrowser(`b${number}`).subscription);
    expect((await post(createBrowser("last").subscription)).status).toBe(429);
  });

  it.each([
    "http://fcm.googleapis.com/x",
    "https://fcm.googleapis.com:8443/x",
    "https://user@fcm.googleapis.com/x",
    "https://fcm.googleapis.com.example.test/x",
    "https://evilpush.apple.com.test/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/x",
    "file:///etc/passwd",
    "x",
  ])("refuses the endpoint %s", async (endpoint) => {
    const { keys } = createBrowser("x").subscription;
    expect((await post({ endpoint, keys })).body.code).toBe("push_service_unknown");
    expect(await listDevices()).toEqual([]);
  });

  it("refuses malformed keys and guests", async () => {
    const { endpoint, keys } = createBrowser("x").subscription;
    expect((await post({ endpoint, keys: { ...keys, auth: "x" } })).body.errors).toEqual({ "keys.auth": ["invalid"] });
    expect((await post({ endpoint, keys: { ...keys, p256dh: "-".repeat(40) } })).status).toBe(422);
    expect((await post({ endpoint })).status).toBe(422);
    expect((await post({ endpoint: `${endpoint}\0`, keys })).body.errors).toEqual({ endpoint: ["invalid"] });
    expect((await shop.request("GET", "/v1/user/push")).status).toBe(401);
    expect((await shop.request("POST", "/v1/user/push", { body: { endpoint, keys } })).status).toBe(401);
  });

  it("knows the push services of the browsers", () => {
    for (const host of ["updates.push.services.mozilla.com", "web.push.apple.com", "wns2-par02p.notify.windows.com"])
      expect(isPushServiceUrl(`https://${host}/x`)).toBe(true);
  });
});

describe("a notification", () => {
  it("reaches each browser encrypted and signed, after the transaction", async () => {
    const [first, second] = [await subscribeBrowser("one"), await subscribeBrowser("two")];
    await notifyMaria();
    expect(received).toEqual([]);
    expect(await runJobs()).toEqual([]);
    expect(received.map(({ path }) => path)).toEqual(["/one", "/two"]);
    const [one, two] = received;
    expect(decryptPush(first, one!.body)).toEqual({
      title: "Заказ № 143 955 438 отправлен",
      body: "Посылка в пути & скоро будет у вас.",
      path: "/profile/orders/143955438",
      tag: expect.stringMatching(/^notification-\d+$/),
    });
    expect(decryptPush(second, two!.body)).toMatchObject({ path: "/profile/orders/143955438" });
    expect(() => decryptPush(second, one!.body)).toThrow();
    expect(one!.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
    const { publicKey } = await getPushKeys(app);
    expect(verifyVapid(one!.headers.authorization ?? "", publicKey)).toMatchObject({
      aud: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      sub: expect.stringMatching(/^mailto:/),
    });
  });

  it("is not pushed if its kind is off, it was read, it is a day old, or no browser is subscribed", async () => {
    await notifyMaria("order_paid", "before");
    expect(await listQueued("notifications.push")).toEqual([]);
    await subscribeBrowser();
    await notifyMaria("announcement");
    await notifyMaria("review_published");
    await shop.request("PATCH", "/v1/user/message-preferences", {
      token: maria.token,
      body: { changes: [{ kind: "parcel", channel: "push", is_enabled: false }] },
    });
    await notifyMaria("order_shipped");
    await runJobs();
    await notifyMaria("order_paid", "read");
    await db.updateTable("notifications").set({ read_at: new Date() }).execute();
    await runJobs();
    await notifyMaria("order_paid", "old");
    await db
      .updateTable("notifications")
      .set({ created_at: new Date(shop.clock.now().getTime() - 25 * 3_600_000) })
      .execute();
    await runJobs();
    expect(received).toEqual([]);
  });

  it("is pushed once for each key, and not at all if the transaction fails", async () => {
    await subscribeBrowser();
    await Promise.all([notifyMaria(), notifyMaria(), notifyMaria()]);
    const failed = withTransaction(db, async (tx) => {
      await notify(tx, maria.id, { kind: "order_paid", title: "t", messageHtml: "m", dedupKey: "d" });
      throw new Error("the order failed");
    });
    await expect(failed).rejects.toThrow("the order failed");
    await runJobs();
    expect(received).toHaveLength(1);
  });

  it.each([404, 410, 403])("ends the subscription if the push service answers %i", async (answer) => {
    await subscribeBrowser();
    status = answer;
    await notifyMaria();
    expect(await runJobs()).toEqual([]);
    expect(await listDevices()).toEqual([]);
  });

  it.each([429, 500, 503])("is tried again if the push service answers %i", async (answer) => {
    await subscribeBrowser();
    status = answer;
    await notifyMaria();
    expect(await runJobs()).toMatchObject([{ message: `the push service answers ${answer}` }]);
    expect(await listDevices()).toHaveLength(1);
  });

  it("is given up if the push service refuses it or redirects", async () => {
    await subscribeBrowser();
    await notifyMaria();
    status = 302;
    expect(await runJobs()).toEqual([]);
    expect(received.map(({ path }) => path)).toEqual(["/one"]);
    expect(await listDevices()).toHaveLength(1);
    expect(shop.errors).toHaveLength(1);
    shop.errors.length = 0;
  });
});

describe("sendPush", () => {
  const { p256dh, auth } = createBrowser("x").subscription.keys;
  const send = async (endpoint: string, rules = pushRules) =>
    sendPush(
      {
        subscription: { endpoint, p256dh, auth },
        payload: "x",
        keys: await getPushKeys(app),
        subject: "mailto:a@b.test",
      },
      rules,
    );

  it("connects to no other host than a push service, and to no private address", async () => {
    const { port } = server.address() as AddressInfo;
    expect(await send(`http://127.0.0.1:${port}/x`)).toBe("gone");
    const anyHost = { ...pushRules, isAllowedUrl: () => true };
    await expect(send(`http://127.0.0.1:${port}/x`, anyHost)).rejects.toThrow(/private/);
    await expect(send(`http://localhost:${port}/x`, anyHost)).rejects.toThrow(/public internet/);
    expect(received).toEqual([]);
  });
});

describe("push keys", () => {
  it("are generated once, also by concurrent requests, and stored encrypted", async () => {
    const keys = await Promise.all([1, 2, 3].map(() => getPushKeys(app)));
    expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
    const [row] = await db.selectFrom("push_keys").selectAll().execute();
    expect(row?.encrypted_private_key.toString("latin1")).not.toContain(keys[0]!.privateKey);
    const otherSecret = { ...app, config: { ...app.config, secret: "another secret of the shop" } };
    await expect(getPushKeys(otherSecret)).rejects.toThrow(/another SHOP_SECRET/);
  });

  it("come from the environment if it has them", async () => {
    const [command] = pushCommands;
    const context = { app, pool: shop.pool, args: {}, progress: () => undefined, signal: new AbortController().signal };
    const created = await command!.run({ ...context, options: { new: true } });
    const { public_key: publicKey, private_key: privateKey } = created.data as Record<string, string>;
    const pushKeys = { publicKey: publicKey!, privateKey: privateKey! };
    expect(await getPushKeys({ ...app, config: { ...app.config, pushKeys } })).toEqual(pushKeys);
    expect(await db.selectFrom("push_keys").selectAll().execute()).toEqual([]);
    expect((await command!.run({ ...context, options: {} })).data).toMatchObject({ source: "database" });
  });
});

/** Verifies the `Authorization` header (RFC 8292). @returns the claims */
function verifyVapid(header: string, publicKey: string): unknown {
  const [, token = "", key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  expect(key).toBe(publicKey);
  const point = Buffer.from(publicKey, "base64url");
  const jwk = {
    ...{ kty: "EC", crv: "P-256" },
    ...{ x: point.subarray(1, 33).toString("base64url"), y: point.subarray(33).toString("base64url") },
  };
  const [head = "", claims = "", signature = ""] = token.split(".");
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  expect(isSigned).toBe(true);
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}
