import { expect, it } from "vitest";
import { withScrollingTables } from "./scrolling-tables.ts";

const table = "<table><tbody><tr><td>1</td></tr></tbody></table>";
const names = (html: string) =>
  [
    ...withScrollingTables(html, 'Лаки "A" & B').matchAll(/role="region" tabindex="0" aria-label="([^"]*)"><table/g),
  ].map(([, name]) => name);

it("names a table by its caption, the heading above it or the page", () => {
  const captioned = table.replace("<tbody>", "<caption>Рост, <i>см</i></caption><tbody>");
  expect(names(`${table}<h2 id="time">Сроки &amp; <b>страны</b></h2>${table}<h3>Размеры</h3>${captioned}`)).toEqual([
    "Лаки &quot;A&quot; &amp; B",
    "Сроки &amp; страны",
    "Рост, см",
  ]);
});

it("gives two tables below one heading different names", () => {
  expect(names(`<h2>Сроки</h2>${table}${table}`)).toEqual(["Сроки", "Сроки (2)"]);
});

it("leaves everything else as it is", () => {
  const html = '<p>a</p><h2 id="b">b</h2><ul><li>c</li></ul>';
  expect(withScrollingTables(html, "d")).toBe(html);
  expect(withScrollingTables(table, "d")).toBe(`<div role="region" tabindex="0" aria-label="d">${table}</div>`);
});
