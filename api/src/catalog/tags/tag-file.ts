import { defineDataFile } from "../../platform/data-files/data-file.ts";
import { name, position, slug } from "../data-file-columns.ts";
import { redirectRenamed } from "../redirect-renamed.ts";
import {
  listConcernRows,
  listTagRows,
  describeConcernsInUse,
  deleteTagOrConcern,
  insertConcern,
  insertTag,
  describeTagsInUse,
  updateConcern,
  updateTag,
} from "./tag-sql.ts";

export const tagFile = defineDataFile({
  name: "tags",
  noun: "tag",
  summary: "the tags of products",
  columns: { slug, name_ru: name, name_en: name },
  key: ["slug"],
  renamableColumn: "slug",
  listColumns: ["slug", "name_ru", "name_en"],
  read: listTagRows,
  findDeletionBlockers: describeTagsInUse,
  write: async (db, plan) => {
    const { changed, removed } = plan;
    for (const { row, before } of changed) await (before ? updateTag(db, before.slug, row) : insertTag(db, row));
    await redirectRenamed(db, "/tags/", plan);
    for (const row of removed) await deleteTagOrConcern(db, "tags", row.slug);
  },
});

export const concernFile = defineDataFile({
  name: "concerns",
  noun: "concern",
  summary: "the concerns that products are for, such as dry skin, in their order",
  columns: { slug, name_ru: name, name_en: name, position },
  key: ["slug"],
  renamableColumn: "slug",
  listColumns: ["slug", "name_ru", "name_en", "position"],
  read: listConcernRows,
  findDeletionBlockers: describeConcernsInUse,
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed)
      await (before ? updateConcern(db, before.slug, row) : insertConcern(db, row));
    for (const row of removed) await deleteTagOrConcern(db, "concerns", row.slug);
  },
});
