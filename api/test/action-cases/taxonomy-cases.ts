import { createBrand } from "../../src/catalog/fixtures.ts";
import { insertTerm, type TermKind, type TermValues } from "../../src/catalog/taxonomy/terms.ts";
import type { RootDb } from "../../src/platform/db/database.ts";
import { withTransaction } from "../../src/platform/db/database.ts";
import type { ActionCase } from "./action-case.ts";

const insert = async (db: RootDb, kind: TermKind, values: TermValues) =>
  withTransaction(db, (tx) => insertTerm(tx, kind, values, null));

let serial = 0;
/** Returns the values of a new term. */
async function createValues(db: RootDb, kind: TermKind): Promise<TermValues> {
  serial += 1;
  const names = { name_ru: `Имя ${serial}`, name_en: `Name ${serial}` };
  const slug = `${kind}-case-${serial}`;
  if (kind === "series") return { brand_id: await createBrand(db), name: `Series ${serial}` };
  if (kind === "brand") return { slug, name: names.name_en, name_ru: names.name_ru, theme_color: "shiro" };
  if (kind === "category") return { slug, ...names, theme_color: "shiro" };
  return { slug, ...names };
}

/** The cases of the actions of one kind of terms. */
function createCases(kind: TermKind): Record<string, ActionCase> {
  const field = kind === "series" || kind === "brand" ? "name" : "name_en";
  return {
    [`${kind}.created`]: async ({ shop: { db } }) => ({ params: {}, input: await createValues(db, kind) }),
    [`${kind}.updated`]: async ({ shop: { db } }, { text }) => {
      const values = await createValues(db, kind);
      const id = await insert(db, kind, values);
      return { params: { id: String(id) }, input: { changes: { [field]: { from: values[field], to: text } } } };
    },
    [`${kind}.deleted`]: async ({ shop: { db } }) => ({
      params: { id: String(await insert(db, kind, await createValues(db, kind))) },
      input: {},
    }),
  };
}

/** The actions that change what products belong to. */
export const taxonomyCases: Record<string, ActionCase> = {
  ...createCases("category"),
  ...createCases("brand"),
  ...createCases("series"),
  ...createCases("concern"),
  ...createCases("tag"),
  "category.moved": async ({ shop: { db } }, { flag }) => {
    const parent = await insert(db, "category", await createValues(db, "category"));
    const add = async () => insert(db, "category", { ...(await createValues(db, "category")), parent_id: parent });
    const [first, second] = [await add(), await add()];
    return {
      params: { id: String(second) },
      input: {
        from: { parent_id: parent, place: 1 },
        to: flag ? { parent_id: parent, place: 0 } : { parent_id: first, place: 0 },
      },
    };
  },
};
