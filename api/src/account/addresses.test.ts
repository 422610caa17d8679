import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { type ACustomer, aCustomer } from "./fixtures.ts";

const shop = await openTestShop();
const form = {
  alias: "Дача",
  first_name: "Мария",
  last_name: "Петрова",
  middle_name: "",
  company: "",
  country: "RU",
  state: "",
  postcode: "101000",
  city: "Moscow",
  address: "Myasnitskaya ul. 1/2, kv. 3",
  phone_mobile: "+7 900 123-45-67",
  phone_home: "",
  other: "",
};
const add = (customer: { token: string }, own: Record<string, unknown> = {}, locale = "ru-RU") =>
  shop.ask("POST", "/v1/user/addresses", { token: customer.token, body: { ...form, ...own }, locale });
const path = (id: number) => `/v1/user/addresses/${id}`;

let maria: ACustomer;
beforeEach(async () => {
  maria = await aCustomer(shop.db);
});

describe("addresses", () => {
  it("are added, listed, read, replaced and removed by their owner", async () => {
    const added = await add(maria);
    expect(added.status).toBe(201);
    const { id } = added.body.data;
    expect(added.body.data).toEqual({
      ...form,
      id,
      country_name: "Россия",
      phone_mobile: "+79001234567",
      phone_shown: "+7 900 123 45 67",
    });
    const second = (await add(maria, { alias: "Office" }, "en-US")).body.data;
    expect(second.country_name).toBe("Russia");
    const ids = async () =>
      (await shop.ask("GET", "/v1/user/addresses", { token: maria.token })).body.data.items.map(
        (item: { id: number }) => item.id,
      );
    expect(await ids()).toEqual([id, second.id]);

    const replaced = await shop.ask("PUT", path(id), { token: maria.token, body: { ...form, city: "Tver" } });
    expect(replaced).toMatchObject({ status: 200, body: { data: { city: "Tver" } } });
    expect((await shop.ask("GET", path(id), { token: maria.token })).body.data).toEqual(replaced.body.data);

    expect((await shop.ask("DELETE", path(id), { token: maria.token })).status).toBe(204);
    expect(await ids()).toEqual([second.id]);
    for (const method of ["GET", "DELETE"])
      expect((await shop.ask(method, path(id), { token: maria.token })).status).toBe(404);
    const kept = await shop.db.selectFrom("addresses").select("deleted_at").where("id", "=", id).executeTakeFirst();
    expect(kept?.deleted_at).toEqual(shop.clock.now());
  });

  it("are named for home in the shopper's language where he gives no name", async () => {
    expect((await add(maria, { alias: undefined })).body.data.alias).toBe("Домашний адрес");
    expect((await add(maria, { alias: " " }, "en-US")).body.data.alias).toBe("Home address");
  });

  it("take a post code as its country writes it", async () => {
    const { body } = await add(maria, { country: "GB", postcode: "sw1a 1aa" });
    expect(body.data.postcode).toBe("SW1A 1AA");
  });

  it("can be written for every country of the shop: its post codes' form is one that can be read", async () => {
    const countries = await shop.db.selectFrom("countries").select("code").execute();
    expect(countries.length).toBeGreaterThan(20);
    for (const { code } of countries) {
      const { status, body } = await add(maria, { country: code, postcode: "no such code" });
      expect([code, status, body.errors["postcode"]]).toEqual([code, 422, ["invalidPostcode"]]);
    }
  });

  it.each([
    [
      { first_name: "", last_name: undefined, city: "", address: "", postcode: "", phone_mobile: "", country: "" },
      {
        first_name: ["required"],
        last_name: ["required"],
        city: ["required"],
        address: ["required"],
        postcode: ["required"],
        phone_mobile: ["required"],
        country: ["required"],
      },
    ],
    [{ city: "Москва" }, { city: ["latinOnly"] }],
    [{ address: "ул. Мясницкая 1" }, { address: ["latinOnly"] }],
    [{ address: "-----" }, { address: ["latinOnly"] }],
    [{ city: "Mos\ncow" }, { city: ["invalid", "latinOnly"] }],
    [{ country: "ru" }, { country: ["unknownCountry"] }],
    [{ country: "ZZ" }, { country: ["unknownCountry"] }],
    [{ postcode: "1" }, { postcode: ["invalidPostcode"] }],
    [{ postcode: "10100" }, { postcode: ["invalidPostcode"] }],
    [{ postcode: "1010000" }, { postcode: ["invalidPostcode"] }],
    [{ phone_mobile: "12345678" }, { phone_mobile: ["shortPhone"] }],
    [{ phone_mobile: "123456789x" }, { phone_mobile: ["phoneFormat"] }],
    [{ phone_home: "12345678" }, { phone_home: ["shortPhone"] }],
    [{ phone_mobile: "123456789" }, { phone_mobile: ["phoneFormat"] }],
    [{ phone_home: "+999 123 456 789" }, { phone_home: ["phoneFormat"] }],
    [
      { country: "US", postcode: "11" },
      { postcode: ["invalidPostcode"], state: ["required"] },
    ],
    [{ other: "x\u0000" }, { other: ["invalid"] }],
    [{ other: "x".repeat(501) }, { other: ["tooLong"] }],
    [{ company: 7 }, { company: ["invalid_type"] }],
  ])("refuse %j, new or changed", async (own, errors) => {
    const added = await add(maria, own);
    expect([added.status, added.body.code, added.body.errors]).toEqual([422, "validation_failed", errors]);
    const { id } = (await add(maria)).body.data;
    const changed = await shop.ask("PUT", path(id), { token: maria.token, body: { ...form, ...own } });
    expect([changed.status, changed.body.errors]).toEqual([422, errors]);
  });

  it("are nobody else's: another customer finds nothing, a guest is asked to sign in", async () => {
    const { id, ...mine } = (await add(maria)).body.data;
    const anna = await aCustomer(shop.db);
    const asked = [
      ["GET", path(id)],
      ["PUT", path(id), { ...form, city: "Tver" }],
      ["DELETE", path(id)],
    ] as const;
    for (const [method, where, body] of asked) {
      const others = await shop.ask(method, where, { token: anna.token, body });
      expect([others.status, others.body.code]).toEqual([404, "address_not_found"]);
      expect((await shop.ask(method, where, { body })).status).toBe(401);
    }
    expect((await shop.ask("GET", "/v1/user/addresses", { token: anna.token })).body.data.items).toEqual([]);
    expect((await shop.ask("GET", "/v1/user/addresses")).status).toBe(401);
    expect((await shop.ask("POST", "/v1/user/addresses", { body: form })).status).toBe(401);
    expect((await shop.ask("GET", path(id), { token: maria.token })).body.data).toEqual({ id, ...mine });
  });

  it.each(["0", "x", "1e1", "99999999999"])("refuse %s for a number", async (id) => {
    expect((await shop.ask("GET", `/v1/user/addresses/${id}`, { token: maria.token })).status).toBe(422);
  });

  it("end at fifty, also for those added at once", async () => {
    for (let added = 0; added < 48; added++) await add(maria);
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(maria)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, 409, 409, 409]);
    const refused = answers.find((answer) => answer.status === 409);
    expect(refused?.body).toMatchObject({
      code: "too_many_addresses",
      message: "У вас уже 50 адресов. Удалите ненужный, чтобы добавить новый.",
    });
  });

  it("added by ten tabs at once are all there, and never more than the shop keeps", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => add(maria, { alias: `Tab ${at}` })));
    expect(new Set(answers.map((answered) => answered.status))).toEqual(new Set([201]));
    await shop.db
      .insertInto("addresses")
      .columns([
        "customer_id",
        "alias",
        "first_name",
        "last_name",
        "country",
        "postcode",
        "city",
        "address",
        "phone_mobile",
      ])
      .expression(({ selectFrom }) =>
        selectFrom("addresses as a")
          .innerJoin("addresses as b", (on) => on.onTrue())
          .select([
            "a.customer_id",
            "a.alias",
            "a.first_name",
            "a.last_name",
            "a.country",
            "a.postcode",
            "a.city",
            "a.address",
          ])
          .select("a.phone_mobile")
          .limit(35),
      )
      .execute();
    const last = await Promise.all(Array.from({ length: 10 }, () => add(maria)));
    expect(last.map((answered) => answered.status).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 201),
      ...Array.from({ length: 5 }, () => 409),
    ]);
  });
});
