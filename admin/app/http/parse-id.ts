import { data } from "react-router";

/** Parses the id of a record in a path. @throws what leads to the page of status 404 */
export function parseId(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > 2_147_483_647) throw data(null, { status: 404 });
  return Number(text);
}
