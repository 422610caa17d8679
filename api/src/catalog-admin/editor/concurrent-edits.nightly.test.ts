import fc from "fast-check";
import { expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { ProductDetail } from "./admin-schema.ts";

const RUNS = 200;

const shop = await openTestShop();
const admin = openAdminClient(shop.app);

/** Fields of different kinds, each with values that tell who has written them and when. */
const fields = {
  name_ru: (value: string) => value,
  name_en: (value: string) => value,
  description_ru: (value: string) => value,
  composition: (value: string) => value,
  weight_g: (value: string) => 1 + Number(/\d+/.exec(value)?.[0]),
  seo_title_en: (value: string) => value,
  option_0_price: (value: string) => 1 + Number(/\d+/.exec(value)?.[0]),
} as const;
type Field = keyof typeof fields;
const fieldNames = Object.keys(fields) as Field[];

/** What one of two people does: they look at the product, change a field of their form, or save it. */
const step = fc.record({
  person: fc.constantFrom(0, 1),
  kind: fc.constantFrom("look", "change", "change", "save"),
  field: fc.constantFrom(...fieldNames),
});

type Person = { cookie: string; seen: Record<string, unknown>; typed: Map<Field, unknown> };

async function load(id: number, cookie: string): Promise<Record<string, unknown>> {
  const { data } = (await admin.request<ProductDetail>("GET", `/products/${id}`, { cookie })).body;
  return { ...data.fields, option_0_price: data.variants[0]?.fields.price };
}

it(`loses no change of two people, and overwrites none without a conflict, in ${RUNS} interleavings (property)`, async () => {
  const signIn = async () => createTestStaffSession(shop.app, (await createTestStaff(shop.app)).id);
  const cookies = [await signIn(), await signIn()];
  let conflicts = 0;
  let saves = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), fc.boolean(), async (steps, isParallel) => {
      const { id } = await createProduct(shop.db);
      const start = await load(id, cookies[0] ?? "");
      const people = cookies.map((cookie): Person => ({ cookie, seen: start, typed: new Map() }));
      /** What the product has to be: the last value of each field that was saved. */
      const expected = { ...start };
      let time = 0;
      const save = async ({ cookie, seen, typed }: Person) => {
        const changes = Object.fromEntries([...typed].map(([field, to]) => [field, { from: seen[field], to }]));
        return admin.request<{ result: object }>("PATCH", `/products/${id}`, { cookie, body: { changes } });
      };
      const finish = async (person: Person, { status, body }: Awaited<ReturnType<typeof save>>) => {
        if (status === 409) {
          // The refusal names exactly the fields that differ from what the person saw, and nothing was saved.
          const { conflicts: listed } = body.data as unknown as { conflicts: { field: Field; current: unknown }[] };
          const changedByOther = [...person.typed.keys()].filter(
            (field) => person.seen[field] !== expected[field] && person.typed.get(field) !== expected[field],
          );
          expect(listed.map(({ field }) => field).toSorted()).toEqual(changedByOther.toSorted());
          for (const { field, current } of listed) expect(current).toBe(expected[field]);
          conflicts++;
          // They take what the other one has written.
          for (const { field } of listed) person.typed.delete(field);
        } else {
          expect(status).toBe(200);
          for (const [field, to] of person.typed) expected[field] = to;
          person.typed.clear();
          saves++;
        }
        person.seen = await load(id, person.cookie);
        expect(person.seen).toEqual(expected);
      };
      for (const { person: index, kind, field } of steps) {
        const person = people[index];
        if (!person) continue;
        if (kind === "look" && person.typed.size === 0) person.seen = await load(id, person.cookie);
        if (kind === "change") person.typed.set(field, fields[field](`${String.fromCodePoint(97 + index)}${++time}`));
        if (kind === "save" && person.typed.size > 0) await finish(person, await save(person));
      }
      const waiting = people.filter(({ typed }) => typed.size > 0);
      if (isParallel && waiting.length === 2) {
        // Both save at once: the one who comes second is compared with what the first one has saved.
        const answers = await Promise.all(waiting.map(save));
        const saved = waiting.filter((_person, index) => answers[index]?.status === 200);
        const [first, second] = saved;
        if (first && second) expect([...first.typed.keys()].filter((field) => second.typed.has(field))).toEqual([]);
        for (const { typed } of saved) for (const [field, to] of typed) expected[field] = to;
        conflicts += waiting.length - saved.length;
      }
      expect(await load(id, cookies[0] ?? "")).toEqual(expected);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(conflicts).toBeGreaterThan(RUNS / 20);
  expect(saves).toBeGreaterThan(RUNS / 4);
}, 300_000);
