/** Parts of a text page that the shop makes from its own data, so that the text never says something else. */
type LivePart = "customs-rules" | "delivery-methods";

/** The text before and after the place of a part, a paragraph `{customs-rules}`; where it names none, the part comes last. */
export function aroundPart(html: string, part: LivePart): [before: string, after: string] {
  const place = new RegExp(`<p>\\s*\\{${part}\\}\\s*</p>`).exec(html);
  return place ? [html.slice(0, place.index), html.slice(place.index + place[0].length)] : [html, ""];
}
