import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { type TestCustomer, createTestCustomer } from "../fixtures.ts";

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
const addAddress = (customer: { token: string }, overrides: Record<string, unknown> = {}, locale = "ru-RU") =>
  shop.request("POST", "/v1/user/addresses", { token: customer.token, body: { ...form, ...overrides }, locale });
const addressPath = (id: number) => `/v1/user/addresses/${id}`;

let maria: TestCustomer;
beforeEach(async () => {
  maria = await createTestCustomer(shop.db);
});

describe("addresses", () => {
  it("lets the owner add, list, read, replace and remove addresses", async () => {
    const added = await addAddress(maria);
    expect(added.status).toBe(201);
    const { id } = added.body.data;
    expect(added.body.data).toEqual({
      ...form,
      id,
      country_name: "Россия",
      phone_mobile: "+79001234567",
      phone_shown: "+7 900 123 45 67",
    });
    const second = (await addAddress(maria, { alias: "Office" }, "en-US")).body.data;
    expect(second.country_name).toBe("Russia");
    const ids = async () =>
      (await shop.request("GET", "/v1/user/addresses", { token: maria.token })).body.data.items.map(
        (item: { id: number }) => item.id,
      );
    expect(await ids()).toEqual([id, second.id]);

    const replaced = await shop.request("PUT", addressPath(id), {
      token: maria.token,
      body: { ...form, city: "Tver" },
    });
    expect(replaced).toMatchObject({ status: 200, body: { data: { city: "Tver" } } });
    expect((await shop.request("GET", addressPath(id), { token: maria.token })).body.data).toEqual(replaced.body.data);

    expect((await shop.request("DELETE", addressPath(id), { token: maria.token })).status).toBe(204);
    expect(await ids()).toEqual([second.id]);
    for (const method of ["GET", "DELETE"])
      expect((await shop.request(method, addressPath(id), { token: maria.token })).status).toBe(404);
    const row = await shop.db.selectFrom("addresses").select("deleted_at").where("id", "=", id).executeTakeFirst();
    expect(row?.deleted_at).toEqual(shop.clock.now());
  });

  it("names an address without an alias in the customer's language", async () => {
    expect((await addAddress(maria, { alias: undefined })).body.data.alias).toBe("Домашний адрес");
    expect((await addAddress(maria, { alias: " " }, "en-US")).body.data.alias).toBe("Home address");
  });

  it("normalizes the case of a postcode", async () => {
    const { body } = await addAddress(maria, { country: "GB", postcode: "sw1a 1aa" });
    expect(body.data.postcode).toBe("SW1A 1AA");
  });

  it("has a valid postcode pattern for every country", async () => {
    const countries = await shop.db.selectFrom("countries").select("code").execute();
    expect(countries.length).toBeGreaterThan(20);
    for (const { code } of countries) {
      const { status, body } = await addAddress(maria, { country: code, postcode: "no such code" });
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
  ])("rejects %j when adding and when replacing", async (overrides, errors) => {
    const added = await addAddress(maria, overrides);
    expect([added.status, added.body.code, added.body.errors]).toEqual([422, "validation_failed", errors]);
    const { id } = (await addAddress(maria)).body.data;
    const changed = await shop.request("PUT", addressPath(id), { token: maria.token, body: { ...form, ...overrides } });
    expect([changed.status, changed.body.errors]).toEqual([422, errors]);
  });

  it("hides addresses from other customers and requires authentication", async () => {
    const { id, ...expected } = (await addAddress(maria)).body.data;
    const anna = await createTestCustomer(shop.db);
    const requests = [
      ["GET", addressPath(id)],
      ["PUT", addressPath(id), { ...form, city: "Tver" }],
      ["DELETE", addressPath(id)],
    ] as const;
    for (const [method, url, body] of requests) {
      const response = await shop.request(method, url, { token: anna.token, body });
      expect([response.status, response.body.code]).toEqual([404, "address_not_found"]);
      expect((await shop.request(method, url, { body })).status).toBe(401);
    }
    expect((await shop.request("GET", "/v1/user/addresses", { token: anna.token })).body.data.items).toEqual([]);
    expect((await shop.request("GET", "/v1/user/addresses")).status).toBe(401);
    expect((await shop.request("POST", "/v1/user/addresses", { body: form })).status).toBe(401);
    expect((await shop.request("GET", addressPath(id), { token: maria.token })).body.data).toEqual({ id, ...expected });
  });

  it.each(["0", "x", "1e1", "99999999999"])("rejects %s as an id", async (id) => {
    expect((await shop.request("GET", `/v1/user/addresses/${id}`, { token: maria.token })).status).toBe(422);
  });

  it("limits addresses to fifty, also with concurrent requests", async () => {
    for (let added = 0; added < 48; added++) await addAddress(maria);
    const responses = await Promise.all(Array.from({ length: 5 }, () => addAddress(maria)));
    expect(responses.map((response) => response.status).sort()).toEqual([201, 201, 409, 409, 409]);
    const refused = responses.find((response) => response.status === 409);
    expect(refused?.body).toMatchObject({
      code: "too_many_addresses",
      message: "У вас уже 50 адресов. Удалите ненужный, чтобы добавить новый.",
    });
  });

  it("saves all addresses added concurrently, but never more than the limit", async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => addAddress(maria, { alias: `Tab ${index}` })),
    );
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([201]));
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
    const last = await Promise.all(Array.from({ length: 10 }, () => addAddress(maria)));
    expect(last.map((response) => response.status).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 201),
      ...Array.from({ length: 5 }, () => 409),
    ]);
  });
});
