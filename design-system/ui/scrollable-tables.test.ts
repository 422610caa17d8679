import { expect, it } from "vitest";
import { wrapScrollableTables } from "./scrollable-tables.ts";

const table = "<table><tbody><tr><td>1</td></tr></tbody></table>";
const getTableNames = (html: string) =>
  [
    ...wrapScrollableTables(html, 'Лаки "A" & B').matchAll(/role="region" tabindex="0" aria-label="([^"]*)"><table/g),
  ].map(([, name]) => name);

it("labels a table by its caption, the preceding heading or the page title", () => {
  const captioned = table.replace("<tbody>", "<caption>Рост, <i>см</i></caption><tbody>");
  expect(
    getTableNames(`${table}<h2 id="time">Сроки &amp; <b>страны</b></h2>${table}<h3>Размеры</h3>${captioned}`),
  ).toEqual(["Лаки &quot;A&quot; &amp; B", "Сроки &amp; страны", "Рост, см"]);
});

it("gives two tables under one heading different labels", () => {
  expect(getTableNames(`<h2>Сроки</h2>${table}${table}`)).toEqual(["Сроки", "Сроки (2)"]);
});

it("does not change anything else", () => {
  const html = '<p>a</p><h2 id="b">b</h2><ul><li>c</li></ul>';
  expect(wrapScrollableTables(html, "d")).toBe(html);
  expect(wrapScrollableTables(table, "d")).toBe(`<div role="region" tabindex="0" aria-label="d">${table}</div>`);
});
