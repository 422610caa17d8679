import { expect, it } from "vitest";
import { withAnchors } from "./headings.ts";

it("gives every part of an article an address", () => {
  expect(withAnchors("<p>a</p><h2>Зачем <b>ладони</b></h2><h3>b</h3><h2>Рис &amp; вода</h2>")).toEqual({
    html: '<p>a</p><h2 id="part-1">Зачем <b>ладони</b></h2><h3>b</h3><h2 id="part-2">Рис &amp; вода</h2>',
    headings: [
      { id: "part-1", text: "Зачем ладони" },
      { id: "part-2", text: "Рис & вода" },
    ],
  });
});
