import { expect, it } from "vitest";
import { addHeadingIds } from "./headings.ts";

it("adds an id to every second-level heading", () => {
  expect(addHeadingIds("<p>a</p><h2>Зачем <b>ладони</b></h2><h3>b</h3><h2>Рис &amp; вода</h2>")).toEqual({
    html: '<p>a</p><h2 id="part-1">Зачем <b>ладони</b></h2><h3>b</h3><h2 id="part-2">Рис &amp; вода</h2>',
    headings: [
      { id: "part-1", text: "Зачем ладони" },
      { id: "part-2", text: "Рис & вода" },
    ],
  });
});
