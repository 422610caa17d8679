import { dataFile } from "../platform/data-file.ts";
import { name, position, slug } from "./label-columns.ts";
import {
  allConcernRows,
  allTagRows,
  concernsInUse,
  deleteLabel,
  insertConcern,
  insertTag,
  tagsInUse,
  updateConcern,
  updateTag,
} from "./tag-sql.ts";

export const tagFile = dataFile({
  name: "tags",
  noun: "tag",
  summary: "the tags of products",
  columns: { slug, name_ru: name, name_en: name },
  key: ["slug"],
  renames: "slug",
  listed: ["slug", "name_ru", "name_en"],
  read: allTagRows,
  inUse: tagsInUse,
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) await (before ? updateTag(db, before.slug, row) : insertTag(db, row));
    for (const row of removed) await deleteLabel(db, "tags", row.slug);
  },
});

export const concernFile = dataFile({
  name: "concerns",
  noun: "concern",
  summary: "the concerns that products are for, such as dry skin, in their order",
  columns: { slug, name_ru: name, name_en: name, position },
  key: ["slug"],
  renames: "slug",
  listed: ["slug", "name_ru", "name_en", "position"],
  read: allConcernRows,
  inUse: concernsInUse,
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed)
      await (before ? updateConcern(db, before.slug, row) : insertConcern(db, row));
    for (const row of removed) await deleteLabel(db, "usages", row.slug);
  },
});
